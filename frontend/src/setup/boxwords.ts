// Entries of "check my box" in words, and the choices their editors offer.
import type { BoxEntry, TileFace } from "../generated/wire";
import { BUILDINGS } from "../lib/names";
import { partText, stackName } from "../lib/sentences";
import { maybe, t } from "../lib/texts.svelte";

export type Part = (string | number | string[] | number[])[];
type Printed = Record<string, unknown>;

const SIDE: Record<string, string> = { two: "2", more: "3-4", base: "1", navaratna: "2" };

/** The name of an entry as people say it; its path where nobody has found words. */
export function entryName(path: string): string {
  const [kind = "", first = "", what = "", last = ""] = path.split("/");
  const number = Number((last || first).match(/\d+$/)?.[0] ?? 0);
  const facts = { side: SIDE[first] ?? first, number, name: first };
  if (kind === "tiles" && /^(blue|green|orange|purple)-(cow|snake|tiger)-\d+$/.test(first)) return t("page-box-tile", { stack: stackName(first), number });
  if (kind === "board" || kind === "provinces") return maybe(`page-box-${what.replaceAll("_", "-")}`, { ...facts, place: maybe(`page-box-at-${last.replace(/-\d+$/, "")}`) ?? last }) ?? path;
  return maybe(`page-box-${kind.replaceAll("_", "-")}`, facts) ?? path;
}

export function isPart(value: unknown): value is Part {
  return Array.isArray(value) && typeof value[0] === "string" && !["blue", "green", "orange", "purple"].includes(value[0]);
}

/** The rewards in a value: it may be one, or have one. */
export function rewardOf(value: unknown): Part[] | null {
  const found = Array.isArray(value) ? value : (value as Printed | null)?.reward;
  return Array.isArray(found) && found.length > 0 && found.every(isPart) ? found : null;
}

export function withReward(value: unknown, reward: Part[]): unknown {
  return Array.isArray(value) ? reward : { ...(value as Printed), reward };
}

/** A printed tile as the page draws it, or null for anything else. */
export function faceOf(entry: BoxEntry, value: unknown): TileFace | null {
  if (!entry.path.startsWith("tiles/")) return null;
  const printed = value as Partial<TileFace>;
  return { id: entry.path.slice(6), kind: "province", colour: "any", animal: "", price: 0, roads: [], markets: [], buildings: [], reward: [], ...printed };
}

export const ROADS = ["ns", "ne", "nes", "nesw"];
const GOODS = ["silk", "tea", "spices"];

/** Buildings and markets in the order of their places on a tile, as words of one select each. */
export function thingsOf(face: TileFace): string[] {
  return [...face.buildings, ...face.markets.map(([good, value]) => `${good} ${value}`)];
}

export const THINGS = [...BUILDINGS, ...GOODS.flatMap((good) => [1, 2, 3].map((value) => `${good} ${value}`))];

export function thingName(thing: string): string {
  const [kind = "", value] = thing.split(" ");
  return value ? `${t(`page-good-${kind}`)} ${value}` : t(`page-building-${kind}`);
}

/** The printed value of a tile with other things on it; what is empty is left out, as in the edition. */
export function withThings(value: unknown, things: string[]): Printed {
  const { markets: _markets, buildings: _buildings, ...rest } = value as Printed;
  const markets = things.filter((one) => one.includes(" ")).map((one) => [one.split(" ")[0]!, Number(one.split(" ")[1])]);
  const buildings = things.filter((one) => one && !one.includes(" "));
  return { ...rest, ...(markets.length ? { markets } : {}), ...(buildings.length ? { buildings } : {}) };
}

/** Every reward somewhere in the box, and the usual amounts: what a select offers. */
export function partsOf(entries: BoxEntry[]): { key: string; name: string }[] {
  const usual: Part[] = [["money", 8], ["fame", 5], ["karma", 3], ["upgrade", 2], ["dice", 3]].flatMap(([kind, most]) => Array.from({ length: Number(most) }, (_, i) => [String(kind), i + 1]));
  const printed = entries.flatMap((one) => rewardOf(JSON.parse(one.value)) ?? []);
  const all = new Map([...usual, ...printed].map((part) => [JSON.stringify(part), partText(part)]));
  return [...all].map(([key, name]) => ({ key, name })).sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}
