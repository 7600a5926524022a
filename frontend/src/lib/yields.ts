// Yields at the border of a province, printed or covered by a yield tile.
import type { PlayerNow, YieldPort } from "../generated/wire";
import { table } from "./table.svelte";

/** The yield tile on a slot, if one lies there. */
export function slotTile(player: PlayerNow, port: YieldPort): string | undefined {
  return player.slots.find((one) => one.id === port.id)?.tile;
}

export function yieldReward(player: PlayerNow, port: YieldPort): YieldPort["reward"] {
  return table.box?.white[slotTile(player, port) ?? ""] ?? port.reward;
}

/** Grounds of yield tiles and of the slots they go on; the drawing on them tells them apart without colour. */
export const YIELD_FILL: Record<string, string> = { white: "#f7f1e3", yellow: "#ecc65a", red: "#d98a7c", brown: "#b98e63" };
