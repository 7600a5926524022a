// The sentence said last, for eyes instead of ears.
export const caption = $state<{ text: string }>({ text: "" });
