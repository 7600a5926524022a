// The evening being set up, kept while the wizard goes from step to step.
export interface Evening {
  seats: string[];
  names: Record<string, string>;
  modules: string[];
  mixed: string[];
  house: Record<string, boolean | number | string>;
}

export const evening = $state<Evening>({ seats: ["red", "yellow"], names: {}, modules: [], mixed: [], house: {} });

export const STEPS = ["players", "modules", "house", "camera", "dice", "tiles", "box", "lights", "begin"] as const;
export type Step = (typeof STEPS)[number];
