// Announcements in the browser's own voice, with the same sentences as captions.
import { prefs } from "./prefs.svelte";
import { seatName, word } from "./sentences";
import { caption } from "./caption.svelte";
import { onSay } from "./table.svelte";
import { maybe, t } from "./texts.svelte";

const BRIEF = new Set(["say-turn", "say-round", "say-last-lap", "say-over"]);
const VOICE: Record<string, string> = { en: "en-GB", de: "de-DE", nl: "nl-NL" };

function speak(sentence: string): void {
  if (!prefs.speech || !("speechSynthesis" in window)) return;
  const words = new SpeechSynthesisUtterance(sentence);
  words.lang = VOICE[prefs.language] ?? "en-GB";
  words.volume = prefs.volume;
  speechSynthesis.speak(words);
}

export function sayTest(): void {
  speak(t("page-say-hello"));
  caption.text = t("page-say-hello");
}

export function startSpeech(): void {
  onSay((key, facts) => {
    if (prefs.brief && !BRIEF.has(key)) return;
    const named = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, name === "seat" ? seatName(String(value)) : word(value)]));
    const sentence = maybe(key, named);
    if (!sentence) return;
    caption.text = sentence;
    speak(sentence);
  });
}
