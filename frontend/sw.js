// Keeps the shell of the page (script, styles, fonts, sentences) on the device, so that the installed app opens at once
// and says in the right language when the table is out of reach. The game itself is never kept: it lives at the table.
// The build puts the names of its files in place of the list and their fingerprint in place of the version.
const VERSION = "__VERSION__";
const SHELL = ["/pair", ...__FILES__, "/api/texts/en", "/api/texts/de", "/api/texts/nl"];
const CACHE = `durbar-${VERSION}`;
const VIEWS = /^\/($|seat|tv|setup|camera|history|pair|help|join)/;
const PATIENCE_MS = 2500; // a computer that is switched off answers nothing at all

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((kept) => kept.addAll(SHELL)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("durbar-") && name !== CACHE).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

const inTime = (request) => fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });

/** The newest from the table; what was kept when it is out of reach. */
async function fresh(request, name) {
  try {
    return await inTime(request);
  } catch {
    return (await caches.match(name)) ?? Response.error();
  }
}

/** Files whose name changes with their content never need to be asked for again. */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (VIEWS.test(address.pathname)) event.respondWith(fresh(request, "/pair"));
  } else if (address.pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (SHELL.includes(address.pathname)) event.respondWith(fresh(request, address.pathname));
});
