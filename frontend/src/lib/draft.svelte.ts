// The move being put together by tapping, and what tapping something means right now.
import type { ReasonWire, Table, Why } from "../generated/wire";
import { ask, table } from "./table.svelte";

interface Draft {
  dice: string[]; // payment words: b3, b1>6
  colours: string[];
  markets: number[]; // positions in the player's list of markets
  values: string[]; // dice as rolled
  cell: string | null;
  rotation: number;
  tile: string | null;
  trader: boolean; // the gemstone trader goes instead of a worker
  why: { target: string; reasons: ReasonWire[] } | null;
  revision: number;
}

const empty = (): Draft => ({ dice: [], colours: [], markets: [], values: [], cell: null, rotation: 0, tile: null, trader: false, why: null, revision: -1 });

export const draft = $state<Draft>(empty());

/** While the set-up asks for a place, tapping one names it instead of going there; marks are written on the places. */
export const picker = $state<{ pick: ((place: string) => void) | null; marks: Record<string, string> }>({ pick: null, marks: {} });

export function resetDraft(): void {
  Object.assign(draft, empty(), { revision: table.now?.revision ?? -1 });
}

/** The seat that is asked now: the player's, or for rolls and draws the one they are for. */
export function askedSeat(now: Table): string | null {
  const decision = now.decision;
  return decision.actor === "chance" ? decision.for_seat : decision.actor;
}

/** Whether this page may act now. */
export function mayAct(): boolean {
  const { me, now, past } = table;
  if (!me || !now || past || now.phase === "over") return false;
  if (me.role === "operator") return true;
  return me.role === "seat" && askedSeat(now) === me.seat;
}

export function isLegal(move: string): boolean {
  const decision = table.now?.decision;
  return !!decision && decision.moves.includes(move);
}

export async function explain(target: string): Promise<void> {
  try {
    const why = await ask.get<Why>(`/api/why/${target}`);
    draft.why = why.reasons.length ? { target, reasons: why.reasons } : null;
  } catch {
    draft.why = null;
  }
}

export async function tapSpace(id: string): Promise<void> {
  if (picker.pick) return picker.pick(id);
  draft.why = null;
  const [plain, trader] = [`place ${id}`, `place ${id} trader`];
  const move = isLegal(trader) && (draft.trader || !isLegal(plain)) ? trader : plain;
  if (mayAct() && isLegal(move)) await ask.move(move);
  else await explain(id);
}

export async function tapStack(top: string | null, stack: string | null = null): Promise<void> {
  if (picker.pick && stack) return picker.pick(stack);
  draft.why = null;
  const decision = table.now?.decision;
  if (!top || top === "unknown" || !decision) return;
  if (mayAct() && isLegal(`buy ${top}`)) await ask.move(`buy ${top}`);
  else if (mayAct() && decision.name === "cover" && decision.moves.some((move) => move.startsWith(`cover ${top} `))) draft.tile = top;
  else await explain(top);
}

export async function tapRiver(space: number): Promise<void> {
  const target = table.now?.decision.sails.find((one) => one.space === space);
  if (target && mayAct()) await ask.move(`sail ${target.distance}`);
}

/** Cells of the acting player's province that the waiting decision is about, with the rotations that fit. */
export function cellChoices(): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const decision = table.now?.decision;
  if (!decision || !mayAct()) return found;
  for (const move of decision.moves) {
    const [verb, a, b] = move.split(" ");
    if (verb === "lay" && a && b) found.set(a, [...(found.get(a) ?? []), Number(b)]);
    if (verb === "cover" && a === draft.tile && b) found.set(b, [0]);
  }
  return found;
}

export async function tapCell(cell: string): Promise<void> {
  const choices = cellChoices().get(cell);
  if (!choices) return;
  if (table.now?.decision.name === "cover") {
    await ask.move(`cover ${draft.tile} ${cell}`);
    return;
  }
  if (draft.cell !== cell) {
    draft.cell = cell;
    draft.rotation = choices[0] ?? 0;
  } else turnTile();
}

export function turnTile(): void {
  const choices = draft.cell ? (cellChoices().get(draft.cell) ?? []) : [];
  const next = choices[(choices.indexOf(draft.rotation) + 1) % Math.max(1, choices.length)];
  if (next !== undefined) draft.rotation = next;
}

/** Tap a die on the statue: take it, turn it with karma where that can help, put it back. */
export function tapDie(die: string, index: number, seat: string): void {
  const now = table.now;
  if (!now || !mayAct() || askedSeat(now) !== seat) return;
  const decision = now.decision;
  if (!["pay", "overflow", "reroll?"].includes(decision.name)) return;
  const player = now.players.find((one) => one.seat === seat);
  const slot = draft.dice[index] ?? "";
  const spent = draft.dice.filter((word) => word?.includes(">")).length;
  const karma = decision.name === "pay" && player ? player.karma : 0;
  const next = !slot ? die : slot === die && spent < karma ? `${die}>${7 - Number(die[1])}` : "";
  const chosen = [...draft.dice];
  const single = decision.name === "pay" && decision.moves.every((move) => move.split(" ").length === 2);
  if (next && !slot && single) chosen.fill(""); // one die is asked for: the new one instead of the old
  chosen[index] = next;
  draft.dice = Array.from(chosen, (word) => word ?? "");
}

export const chosenDice = (): string[] => draft.dice.filter(Boolean);
