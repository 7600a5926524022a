// The moment of the table on this page, kept fresh by the websocket.
import type { Box, Done, Me, Played, Problem, Table } from "../generated/wire";

export type Link = "opening" | "live" | "lost" | "unpaired";

/** What happened since the moment before; only announcements carry words. */
interface TableEvent {
  kind: string;
  seq: number;
  key?: string;
  facts?: Record<string, string | number>;
}

/** What the server put into the page itself, so that the first picture needs no further question. */
interface First {
  me: Me;
  box: Box;
  now: Table;
}

/** Box and moments are replaced as wholes, never changed: watching every field of them would only cost time. */
class TableState {
  me = $state.raw<Me | null>(null);
  box = $state.raw<Box | null>(null);
  now = $state.raw<Table | null>(null);
  past = $state.raw<Table | null>(null);
  link = $state<Link>("opening");
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
}

export const table = new TableState();

const listeners = new Set<(played: Played[], before: Table | null) => void>();
const sayers = new Set<(key: string, facts: Record<string, string | number>) => void>();
let socket: WebSocket | null = null;
let wait = 300;
let loadedGame = "";

/** Call back with the moves that are new since the last moment. */
export function onMoves(listener: (played: Played[], before: Table | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Call back with every announcement. */
export function onSay(sayer: (key: string, facts: Record<string, string | number>) => void): () => void {
  sayers.add(sayer);
  return () => sayers.delete(sayer);
}

async function get<T>(address: string): Promise<T> {
  const answer = await fetch(address, { headers: { accept: "application/json" } });
  if (!answer.ok) throw (await answer.json()) as Problem;
  return (await answer.json()) as T;
}

/** Begin with what the page was sent with; without that (the kept shell) ask for it. */
export function begin(): void {
  const block = document.getElementById("first");
  if (!block?.textContent) return void open();
  const first = JSON.parse(block.textContent) as First;
  block.remove();
  [table.me, table.box, table.now, loadedGame] = [first.me, first.box, first.now, gameKey(first.now)];
  connect();
}

/** Two moments with the same key are played with the same box and names. */
function gameKey(moment: Table): string {
  return `${moment.game}:${moment.players.map((one) => one.seat + one.name).join()}`;
}

export async function open(): Promise<void> {
  try {
    table.me = await get<Me>("/api/me");
    connect();
  } catch (problem) {
    const code = (problem as Partial<Problem>).code;
    table.link = code === "unpaired" ? "unpaired" : "lost";
    if (table.link === "lost") again(open);
  }
}

let retry: ReturnType<typeof setTimeout> | undefined;

function again(what: () => void): void {
  // Back off with jitter, so that a room full of phones does not come back in one breath.
  clearTimeout(retry);
  retry = setTimeout(what, wait * (0.7 + Math.random() * 0.6));
  wait = Math.min(wait * 1.7, 8000);
}

/** Somebody asks, the network is back, or the device was woken: try at once instead of waiting. */
export function tryNow(): void {
  if (table.link !== "lost") return;
  clearTimeout(retry);
  wait = 300;
  void open();
}

addEventListener("online", tryNow);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && tryNow());

function connect(): void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const seq = table.now ? `?seq=${table.now.seq}` : "";
  socket = new WebSocket(`${scheme}://${location.host}/ws${seq}`);
  socket.onopen = () => (wait = 300);
  socket.onmessage = (message) => receive(String(message.data));
  const mine = socket;
  socket.onclose = () => {
    if (socket !== mine) return; // an older connection: a newer one is already there
    table.link = "lost";
    again(() => void open());
  };
}

async function receive(text: string): Promise<void> {
  const message = JSON.parse(text) as { type: string; table?: Table; events?: TableEvent[] };
  if (message.type !== "table" || !message.table) return; // unknown messages are ignored
  const next = message.table;
  const key = gameKey(next);
  if (!table.box || key !== loadedGame) {
    table.box = await get<Box>("/api/box");
    loadedGame = key;
  }
  const before = table.now;
  table.now = next;
  table.link = "live";
  const fresh = before && next.revision > before.revision ? next.last.filter((one) => one.number > before.revision) : [];
  for (const listener of listeners) listener(fresh, before);
  for (const { kind, key, facts } of message.events ?? []) if (kind === "say" && key) for (const sayer of sayers) sayer(key, facts ?? {});
}

export function dropForTest(): void {
  socket?.close();
}

/** Until this page shows what it has just asked for, so that the next tap is about what is seen. */
async function shown(seq: number | undefined): Promise<void> {
  for (let i = 0; i < 100 && seq !== undefined && (table.now?.seq ?? 0) < seq; i++) await new Promise((done) => setTimeout(done, 15));
}

async function post<T>(address: string, body: unknown): Promise<T | null> {
  if (table.busy) return null; // a second tap on the same thing
  table.busy = true;
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", "x-durbar-csrf": table.me?.csrf ?? "" },
      body: JSON.stringify(body),
    });
    const data = (await answer.json()) as T & Problem;
    if (answer.ok) {
      table.problem = null;
      await shown((data as { seq?: number }).seq);
      return data;
    }
    table.problem = data;
    if (data.code === "csrf") table.me = await get<Me>("/api/me");
  } catch {
    table.problem = { code: "offline", message: "", reasons: [], revision: null };
  } finally {
    table.busy = false;
  }
  return null;
}

function revision(): number {
  return table.now?.revision ?? 0;
}

export const ask = {
  get,
  post,
  move: (move: string) => post<Done>("/api/moves", { move, revision: revision() }),
  chance: () => post<Done>("/api/chance", { revision: revision() }),
  undo: () => post<Done>("/api/undo", { revision: revision() }),
  redo: () => post<Done>("/api/redo", { revision: revision() }),
  goto: (target: number) => post<Done>("/api/goto", { target, revision: revision() }),
  answer: (question: string, choice: string) => post<Done>("/api/answer", { question, choice, revision: revision() }),
  fix: (place: string, value: string) => post<Done>("/api/fix", { place, value, revision: revision() }),
  accept: () => post<Done>("/api/accept", { revision: revision() }),
  watch: (watching: boolean) => post<Done>("/api/watch", { watching }),
};
