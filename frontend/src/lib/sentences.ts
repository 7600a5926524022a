// Facts into words of the reader's language.
import type { Played, ReasonWire, Table, TileFace } from "../generated/wire";
import { market } from "./names";
import { maybe, t } from "./texts.svelte";
import { table } from "./table.svelte";

type Word = string | number | string[] | number[];

/** A word of the game as the language says it; anything else unchanged. */
export function word(value: string | number): string | number {
  return typeof value === "string" ? (gameWord(value) ?? value) : value;
}

function gameWord(value: string): string | null {
  const own = maybe(`word-${value}`);
  if (own) return own;
  if (/^[a-z]+(-[a-z]+)*-\d+$/.test(value) || /^(stall|balcony|terrace)-/.test(value)) {
    const tile = table.box?.tiles[value];
    if (tile) return tileName(tile);
    const yields = table.box?.white[value];
    if (yields) return rewardText(yields);
    if (table.box?.spaces.some((one) => one.id === value)) return spaceName(value);
  }
  const list = value.split(" ");
  if (list.length > 1) return list.map((one) => gameWord(one) ?? one).join(", ");
  if (/^[bgop][1-6]$/.test(value)) return dieName(value);
  return null;
}

export function reasonText(reason: ReasonWire): string {
  const facts: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(reason.facts)) facts[name] = word(value);
  return maybe(`reason-${reason.key.replaceAll(".", "-")}`, facts) ?? t("page-refused", { rule: reason.rule });
}

export function seatName(seat: string | null, view: Table | null = table.now): string {
  if (!seat) return "";
  const name = view?.players.find((one) => one.seat === seat)?.name;
  return name || t(`page-seat-${seat}`);
}

/** A stack by what is printed on its backs: colour and animal. */
export function stackName(id: string): string {
  const [colour = "", animal = ""] = id.split("-");
  if (colour === "mango") return t("page-stack-village", { number: animal });
  return t("page-stack", { colour: t(`page-colour-${colour}`), animal: t(`page-animal-${animal}`) });
}

/** Any place a light can point at. */
export function placeName(place: string): string {
  const [kind = "", seat = ""] = place.split("/");
  if (seat) return t(`page-lamp-${kind}`, { name: seatName(seat) });
  return table.now?.stacks.some((one) => one.id === place) ? stackName(place) : spaceName(place);
}

export function spaceName(id: string): string {
  const [area, detail, number] = id.split("-");
  const where = maybe(`page-place-${area}`, { detail: detailWord(area ?? "", detail ?? ""), number: Number(number ?? detail) || 0 });
  return where ?? id;
}

function detailWord(area: string, detail: string): string {
  if (area === "stall") return t(`page-good-${detail}`);
  if (area === "terrace" || area === "balcony") return t(`page-colour-${detail}`);
  if (area === "chamber") return t(`page-chamber-${detail}`);
  return detail;
}

export function dieName(die: string): string {
  const colour = { b: "blue", g: "green", o: "orange", p: "purple" }[die[0] ?? ""] ?? "blue";
  return t("page-die", { colour: t(`page-colour-${colour}`), value: Number(die[1]) });
}

export function payName(token: string): string {
  return token.length > 2 ? t("page-die-turned", { die: dieName(token.slice(0, 2)), value: Number(token[3]) }) : dieName(token);
}

export function tileName(tile: TileFace): string {
  if (!tile.price || tile.kind !== "province") return maybe(`page-kind-${tile.kind}`) ?? tile.id;
  const things = [
    ...tile.buildings.map((one) => t(`page-building-${one}`)),
    ...tile.markets.map(([good, value]) => `${t(`page-good-${good}`)} ${value}`),
  ].join(", ");
  return t("page-tile", { colour: t(`page-colour-${tile.colour}`), price: tile.price, things });
}

export function marketName(code: string): string {
  const [good, value] = market(code);
  return `${t(`page-good-${good}`)} ${value}`;
}

export function partText(part: Word[]): string {
  const [kind, detail] = part;
  const colours = Array.isArray(detail) ? detail : typeof detail === "string" ? [detail] : [];
  const named = colours.map((one) => (typeof one === "string" ? t(`page-colour-${one}`) : one)).join(", ");
  return maybe(`page-gain-${String(kind).replaceAll("_", "-")}`, { amount: typeof detail === "number" ? detail : 1, what: named }) ?? String(kind);
}

export function rewardText(reward: Word[][]): string {
  return reward.map(partText).join(", ") || t("page-gain-nothing");
}

/** Where a gain came from: a tile, a space, a river space, a yield, a bonus. */
export function sourceName(source: string): string {
  const tile = table.box?.tiles[source];
  if (tile) return tileName(tile);
  const [what, number] = [source.replace(/-\d+$/, ""), Number(source.match(/\d+$/)?.[0] ?? 0)];
  return maybe(`page-source-${what}`, { number }) ?? (table.box?.spaces.some((one) => one.id === source) ? spaceName(source) : (maybe("page-source-yield") ?? source));
}

/** One move of the log as a sentence without its doer. */
export function moveText(move: Played | string): string {
  const [verb, args] = typeof move === "string" ? [move.split(" ")[0] ?? "", move.split(" ").slice(1)] : [move.verb, move.args];
  const first = args[0] ?? "";
  const tile = table.box?.tiles[args.at(-1) ?? ""] ?? table.box?.tiles[first];
  switch (verb) {
    case "place":
      return t(args[1] === "trader" ? "page-move-place-trader" : "page-move-place", { space: spaceName(first) });
    case "buy":
    case "cover":
    case "reveal":
    case "draw":
      return t(`page-move-${verb}`, { tile: tile ? tileName(tile) : verb === "draw" && table.box?.white[first] ? rewardText(table.box.white[first]!) : t("page-tile-unknown") });
    case "pay":
      return t("page-move-pay", { dice: args.map(payName).join(", ") });
    case "roll":
    case "return":
    case "reroll":
      return args.length ? t(`page-move-${verb}`, { dice: args.map(dieName).join(", ") }) : t(`page-move-${verb}-none`);
    case "take":
      return args.length ? t("page-move-take", { colours: args.map((one) => t(`page-colour-${one}`)).join(", ") }) : t("page-move-take-none");
    case "score":
      return args.length ? t("page-move-score", { markets: args.map(marketName).join(", ") }) : t("page-move-score-none");
    case "upgrade":
      return t("page-move-upgrade", { kind: t(`page-building-${first}`) });
    case "chamber":
      return t("page-move-chamber", { name: t(`page-chamber-${first}`) });
    case "karma":
    case "sail":
      return t(`page-move-${verb}`, { count: Number(first) });
    case "lay":
      return t("page-move-lay");
    case "start":
      return t("page-move-start", { seat: seatName(first) });
    case "first":
      return t("page-move-first", { what: maybe(`page-first-${first}`) ?? sourceName(first) });
    default:
      return maybe(`page-move-${verb}`) ?? moduleText(verb, args);
  }
}

/** Moves of modules have their sentences in the shared files; each of their facts is one of the words. */
function moduleText(verb: string, args: string[]): string {
  const [first = "", last = ""] = [args[0], args.at(-1)].map((one) => String(word(one ?? "")));
  const facts = { tile: first, space: last, slot: last, die: first, what: first, name: first, cell: last, number: Number(args[0]) || 0, count: Number(args[0]) || 0, seat: "" };
  const text = (args.length ? null : maybe(`choice-${verb}-none`, facts)) ?? maybe(`choice-${verb}`, facts);
  return text ?? [verb, ...args].join(" ");
}

/** How far a player's two markers are apart, or by how much they have passed each other. */
export function gapText(gap: number): string {
  return gap > 0 ? t("page-gap", { gap }) : t("page-overlap", { gap: Math.abs(gap) });
}

/** One line of the log. What nobody did (a tile turned up) begins like a sentence. */
export function loggedText(move: Played): string {
  const text = moveText(move);
  return move.seat ? text : text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export function gainsText(move: Played): string {
  return move.gains.map((gain) => t(`page-got-${gain.track}`, { amount: gain.amount, sign: gain.amount > 0 ? "+" : "" })).join(", ");
}
