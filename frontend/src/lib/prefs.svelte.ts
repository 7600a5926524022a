// What this device likes. Kept in the browser only.
export type Language = "en" | "de" | "nl";
export type Theme = "dark" | "light";

interface Prefs {
  language: Language;
  theme: Theme;
  turn: number; // quarter turns of the whole page
  motion: boolean;
  speech: boolean;
  volume: number;
  brief: boolean;
  captions: boolean;
  learning: boolean;
  hints: boolean;
}

const KEY = "durbar.prefs";

function defaults(): Prefs {
  const asked = navigator.language.slice(0, 2);
  const language: Language = asked === "de" || asked === "nl" ? asked : "en";
  const theme: Theme = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  const motion = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  return { language, theme, turn: 0, motion, speech: false, volume: 0.8, brief: false, captions: false, learning: false, hints: false };
}

function load(): Prefs {
  try {
    return { ...defaults(), ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return defaults();
  }
}

export const prefs = $state<Prefs>(load());

export function keepPrefs(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A private window keeps nothing; the page works all the same.
  }
}

export function toggleTheme(): void {
  prefs.theme = prefs.theme === "dark" ? "light" : "dark";
  keepPrefs();
}

export function turnPage(): void {
  prefs.turn = (prefs.turn + 1) % 4;
  keepPrefs();
}

export function ms(duration: number): number {
  return prefs.motion ? duration : 0;
}
