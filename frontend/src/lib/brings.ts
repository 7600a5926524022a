// What going to a space costs and brings, for lists where the board is not in sight.
import type { BoardSpace, Box } from "../generated/wire";

type Part = (string | number | string[] | number[])[];

export interface Deal {
  dice: string[]; // colours to pay, "any" for any
  value: number | null;
  fee: number;
  parts: Part[];
}

export function dealOf(space: BoardSpace, box: Box): Deal {
  const deal: Deal = { dice: [], value: null, fee: space.fee, parts: [] };
  switch (space.area) {
    case "quarry":
      return { ...deal, parts: [["build"]] };
    case "harbour":
      return { ...deal, dice: ["any"], parts: [["sail_up_to", 3]] };
    case "assorted":
      return { ...deal, parts: [["markets_different", 3]] };
    case "stall":
      return { ...deal, dice: ["any"], parts: [["good", space.detail]] };
    case "forecourt":
      return { ...deal, parts: [["money", 2], ["reroll"]] };
    case "terrace":
      return { ...deal, parts: [["dice_of", [space.detail]]] };
    case "balcony": {
      const taken = box.balconies.find(([given]) => given === space.detail)?.[1] ?? "any";
      return { ...deal, dice: [space.detail], parts: [["dice_of", [taken, taken]]] };
    }
    case "chamber":
      return { ...deal, dice: ["any"], value: Number(space.detail), parts: box.chambers[space.detail] ?? [] };
    default:
      return deal;
  }
}

export const AREAS: [string, string[]][] = [
  ["palace", ["forecourt", "terrace", "balcony", "chamber"]],
  ["market", ["assorted", "stall", "village"]],
  ["quarry", ["quarry"]],
  ["harbour", ["harbour"]],
];
