import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const PUBLIC = ["/manifest.webmanifest", "/icon.svg", "/icon-192.png", "/icon-512.png"];

/** Writes sw.js with the names of all files of this build; old font formats are left to the browsers that want them. */
function serviceWorker(): Plugin {
  return {
    name: "durbar-service-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith("assets/") && !name.endsWith(".woff"));
      const files = [...built.filter((name) => !/cyrillic|vietnamese/.test(name)).map((name) => `/${name}`), ...PUBLIC].sort();
      const source = readFileSync("sw.js", "utf8");
      const version = createHash("sha256").update(source).update(files.join()).digest("hex").slice(0, 12);
      const text = source.replace("__FILES__", JSON.stringify(files)).replace("__VERSION__", version);
      this.emitFile({ type: "asset", fileName: "sw.js", source: text });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    outDir: "../assistant/web/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content policy allows no inline fonts or scripts
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
});
