// Words of the box and what is drawn for them.
export const COLOURS = ["blue", "green", "orange", "purple"] as const;
export type Colour = (typeof COLOURS)[number];
export const BUILDINGS = ["temple", "palace", "fort", "mill"] as const;
export const GOODS = ["silk", "tea", "spices"] as const;
export const ANIMALS = ["cow", "snake", "tiger"] as const;

export const FILL: Record<string, string> = {
  blue: "#2a74b8",
  green: "#35854b",
  orange: "#cf6a1f",
  purple: "#8350a8",
  any: "#55656a",
};
export const SIGN: Record<string, string> = { blue: "wave", green: "leaf", orange: "sun", purple: "bloom" };
export const SEAT_FILL: Record<string, string> = { red: "url(#p-red)", yellow: "url(#p-yellow)", white: "url(#p-white)", black: "url(#p-black)" };
export const SEAT_PLAIN: Record<string, string> = { red: "#d4503f", yellow: "#e9b93b", white: "#f7f1e3", black: "#33333b" };
const LETTER: Record<string, Colour> = { b: "blue", g: "green", o: "orange", p: "purple" };

export function colourOf(die: string): string {
  return LETTER[die[0] ?? ""] ?? "any";
}

export function letterOf(colour: string): string {
  return colour[0] ?? "?";
}

/** The face shown by a payment word such as b3, b1>6 or b2!5. */
export function faceOf(token: string): string {
  return (token[0] ?? "") + (token.length > 2 ? token[3] : token[1]);
}

export const opposite = (die: string): string => `${die}>${7 - Number(die[1])}`;

/** Number of markets word: tea3 -> ["tea", 3]. */
export function market(word: string): [string, number] {
  return [word.slice(0, -1), Number(word.slice(-1))];
}
