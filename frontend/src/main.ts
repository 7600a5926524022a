import "@fontsource/marcellus/latin-400.css";
import "@fontsource/spectral/latin-600.css";
import "@fontsource-variable/nunito-sans/wght.css";
import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";

const target = document.getElementById("app");
if (target) mount(App, { target });
