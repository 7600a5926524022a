// Sentences: the same Fluent files the server's speech and command line use, loaded from the server.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { keepPrefs, prefs, type Language } from "./prefs.svelte";

const bundles: Partial<Record<Language, FluentBundle>> = {};
const state = $state<{ ready: Language | null }>({ ready: null });

/** Ask until the table answers: without sentences there is nothing to show. */
async function textsOf(language: Language): Promise<Response> {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    const answer = await fetch(`/api/texts/${language}`).catch(() => null);
    if (answer?.ok) return answer;
    await new Promise((done) => setTimeout(done, wait));
  }
}

export async function loadTexts(language: Language): Promise<void> {
  if (!bundles[language]) {
    const answer = await textsOf(language);
    const bundle = new FluentBundle(language, { useIsolating: false });
    bundle.addResource(new FluentResource(await answer.text()), { allowOverrides: true });
    bundles[language] = bundle;
  }
  if (language !== "en" && !bundles.en) await loadTexts("en");
  state.ready = language;
  document.documentElement.lang = language;
}

export async function speakIn(language: Language): Promise<void> {
  prefs.language = language;
  keepPrefs();
  await loadTexts(language);
}

export function textsReady(): boolean {
  return state.ready !== null;
}

function format(language: Language, id: string, facts: Record<string, FluentVariable>): string | null {
  const bundle = bundles[language];
  const pattern = bundle?.getMessage(id)?.value;
  return bundle && pattern ? bundle.formatPattern(pattern, facts, []) : null;
}

/** The sentence, in English where the language has none; null where nobody has one. */
export function maybe(id: string, facts: Record<string, FluentVariable> = {}): string | null {
  const language = state.ready ?? prefs.language;
  return format(language, id, facts) ?? format("en", id, facts);
}

/** The sentence for an id; the id itself shows that one is missing. */
export function t(id: string, facts: Record<string, FluentVariable> = {}): string {
  return maybe(id, facts) ?? id;
}
