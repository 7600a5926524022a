import "@fontsource/marcellus/latin-400.css";
import "@fontsource/spectral/latin-600.css";
import "@fontsource-variable/nunito-sans/wght.css";
import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";

const target = document.getElementById("app");
if (target) mount(App, { target });

// The installed app opens without the table, too. Only where browsers allow it: https, or this very computer.
const SETTLED_MS = 1500; // after the first picture, so that it costs nobody a blink
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => setTimeout(() => void navigator.serviceWorker.register("/sw.js").catch(() => undefined), SETTLED_MS));
}
