/* The service worker: the site without a network, after the first visit.

Two caches. SHELL holds the player's own files, all of one release, and is replaced as a whole by the next. DAYS holds
the list of days, the day files and the archive, as they are met. Names hold the scope, since several sites may share
an origin.

  days/index.json        from the network; from DAYS if that fails, takes too long, or is not the list
  days/DATE.json?v=...   from DAYS; its address holds its digest, so it never goes stale, and nothing else is kept
  pages                  from the network; else the player from SHELL, or the archive from DAYS
  everything else        from SHELL, else from the network */

const VERSION = "{{version}}";
const FILES = {{files}};
const SCOPE = self.registration.scope;
const SHELL = `almanac ${SCOPE} shell ${VERSION}`;
const DAYS = `almanac ${SCOPE} days`;
const PATIENCE = 4000; // milliseconds a page or the list may take before a kept copy is shown

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(SHELL);
    await cache.addAll(FILES.map((file) => new Request(new URL(file, SCOPE), { cache: "no-cache" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(`almanac ${SCOPE} `));
    await Promise.all(old.filter((name) => name !== SHELL && name !== DAYS).map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

/* The page names what it shows, which it fetched before there was a worker. */
self.addEventListener("message", (event) => {
  const keep = (event.data?.keep ?? []).map((file) => new URL(file, SCOPE));
  event.waitUntil(Promise.all(keep.map((address) => keepOne(address).catch(() => {}))));
});

async function keepOne(address) {
  const cache = await caches.open(DAYS);
  if (address.search && await cache.match(address)) return;
  const reply = await fetch(address);
  if (reply.ok && await isGenuine(address, reply)) await put(cache, address, reply);
}

/* Whether a reply is what its address promises: a day, the list of days, the archive. A network that wants a login first
   answers anything, and well. */
async function isGenuine(address, reply) {
  const { pathname, searchParams } = new URL(address);
  const body = await reply.clone().arrayBuffer().catch(() => null); // it may break off on its way
  if (!body) return false;
  if (searchParams.has("v")) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("").startsWith(searchParams.get("v"));
  }
  const text = new TextDecoder().decode(body);
  if (!pathname.endsWith(".json")) return text.includes("/assets/archive-"); // its own script
  try {
    return JSON.parse(text).format === 1;
  } catch {
    return false;
  }
}

/* A file of another content under the same name is dropped. */
async function put(cache, address, reply) {
  const older = await cache.keys(address, { ignoreSearch: true });
  await Promise.all(older.map((one) => cache.delete(one)));
  await cache.put(address, reply);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || !address.href.startsWith(SCOPE)) return;
  const path = address.href.slice(SCOPE.length).replace(/[?#].*$/, "");
  if (path === "days/index.json") event.respondWith(listOfDays(request));
  else if (/^days\/[0-9-]+\.json$/.test(path)) event.respondWith(dayFile(request));
  else if (request.mode === "navigate") event.respondWith(page(request, path));
  else event.respondWith(ownFile(request));
});

const nothing = () => new Response("null", { headers: { "content-type": "application/json" } });

/* The network's reply; null if there is none in time. Only where there is something else to show is there a limit. */
async function fromNetwork(request, limit) {
  if (!self.navigator.onLine) return null;
  const late = new Promise((resolve) => { if (limit) setTimeout(resolve, PATIENCE, null); });
  const reply = await Promise.race([fetch(request).catch(() => null), late]);
  return reply && reply.status < 500 ? reply : null;
}

async function listOfDays(request) {
  const cache = await caches.open(DAYS);
  const kept = await cache.match(request, { ignoreSearch: true });
  const reply = await fromNetwork(request, kept);
  if (!reply?.ok || !await isGenuine(request.url, reply)) return kept ?? nothing();
  await put(cache, request, reply.clone());
  return reply;
}

async function dayFile(request) {
  const cache = await caches.open(DAYS);
  const kept = await cache.match(request);
  if (kept) return kept;
  const reply = await fromNetwork(request, false);
  if (!reply?.ok || !await isGenuine(request.url, reply)) return nothing();
  await put(cache, request, reply.clone());
  return reply;
}

async function page(request, path) {
  const player = await caches.match(new URL("./", SCOPE), { cacheName: SHELL });
  const reply = await fromNetwork(request, true);
  const archive = new URL("archive/", SCOPE);
  if (path.startsWith("archive") && reply?.ok && await isGenuine(archive, reply)) {
    await put(await caches.open(DAYS), archive, reply.clone());
  }
  if (reply) return reply;
  const day = /^day\/([0-9-]+)/.exec(path);
  if (day) return Response.redirect(new URL(`./?d=${day[1]}`, SCOPE), 302);
  if (path.startsWith("archive")) {
    return await caches.match(new URL("archive/", SCOPE), { cacheName: DAYS }) ?? player ?? Response.error();
  }
  return player ?? Response.error();
}

async function ownFile(request) {
  const kept = await caches.match(request, { cacheName: SHELL, ignoreSearch: true });
  return kept ?? fetch(request);
}
