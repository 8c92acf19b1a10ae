// What runs inside a page of the stand-in. The preload script lives in a world of its own, as in Electron: it shares the
// document with the page and nothing else. The two worlds speak through events on the document whose names are random and
// whose details are text, since objects do not cross.

/** The scripts for a new document: the page's world first, then the preload's. */
export function documentScripts({ channel, binding, preload, argv }) {
  return {
    // Chromium would open the window first and ask later; here the main process is asked, as in Electron.
    page: `(() => {
      const worlds = (${joinWorlds.toString()})(${JSON.stringify(`${channel}-page`)}, ${JSON.stringify(`${channel}-preload`)}, {
        onExposed: (key, api) => Object.defineProperty(window, key, { value: api, enumerable: true }),
      });
      window.open = (url = "about:blank") => {
        worlds.tell({ open: new URL(url, location.href).href });
        return null;
      };
    })();`,
    preload: `(() => {
      const worlds = (${joinWorlds.toString()})(${JSON.stringify(`${channel}-preload`)}, ${JSON.stringify(`${channel}-page`)}, {
        onTold: (message) => globalThis[${JSON.stringify(binding)}](JSON.stringify(message)),
      });
      const modules = (${preloadModules.toString()})(worlds, globalThis[${JSON.stringify(binding)}], (receive) => { globalThis.${RECEIVE} = receive; });
      const process = { argv: ${JSON.stringify(argv)}, platform: ${JSON.stringify(process.platform)}, env: {}, versions: {} };
      const require = (name) => modules[name] ?? (() => { throw new Error("A sandboxed preload cannot load " + name); })();
      const module = { exports: {} };
      (function (require, module, exports, process) {${preload}\n})(require, module, module.exports, process);
    })();`,
  };
}

/** The global of the preload's world that messages from the main process are handed to. */
export const RECEIVE = "__standInReceive";

/**
 * One end of the bridge between the worlds; runs in both of them, from its text. Functions and promises stay where they
 * are and are called across; everything else is copied as JSON.
 */
function joinWorlds(hear, speak, { onExposed, onTold }) {
  const functions = new Map();
  const pending = new Map();
  const exposed = new Map();
  let lastId = 0;
  let returned = null;

  const say = (message) => document.dispatchEvent(new CustomEvent(speak, { detail: JSON.stringify(message) }));
  const keep = (map, value) => {
    lastId += 1;
    map.set(lastId, value);
    return lastId;
  };

  function encode(value) {
    if (value === undefined) return { $: "undefined" };
    if (typeof value === "function") return { $: "function", id: keep(functions, value) };
    if (value instanceof Error) return { $: "error", message: value.message };
    if (value instanceof Promise) {
      const id = (lastId += 1);
      value.then(
        (result) => say({ settle: id, value: encode(result) }),
        (error) => say({ settle: id, error: String(error?.message ?? error) }),
      );
      return { $: "promise", id };
    }
    if (Array.isArray(value)) return { $: "array", items: value.map(encode) };
    if (typeof value === "object" && value !== null) {
      return { $: "object", entries: Object.entries(value).map(([key, item]) => [key, encode(item)]) };
    }
    return { $: "value", value };
  }

  function decode(coded) {
    switch (coded.$) {
      case "undefined":
        return undefined;
      case "function":
        return (...args) => callAcross(coded.id, args);
      case "error":
        return new Error(coded.message);
      case "promise":
        return new Promise((resolve, reject) => pending.set(coded.id, { resolve, reject }));
      case "array":
        return coded.items.map(decode);
      case "object":
        return Object.fromEntries(coded.entries.map(([key, item]) => [key, decode(item)]));
      default:
        return coded.value;
    }
  }

  // Events are delivered at once, so a plain result is there when dispatching returns.
  function callAcross(id, args) {
    say({ call: id, args: args.map(encode) });
    const result = returned;
    returned = null;
    if (result.error !== undefined) throw new Error(result.error);
    return decode(result.value);
  }

  document.addEventListener(hear, (event) => {
    const message = JSON.parse(event.detail);
    if (message.hello) for (const [key, api] of exposed) say({ expose: key, value: encode(api) });
    else if (message.expose !== undefined) onExposed?.(message.expose, decode(message.value));
    else if (message.told) onTold?.(message.told);
    else if (message.returned) returned = message.returned;
    else if (message.settle !== undefined) {
      const { resolve, reject } = pending.get(message.settle);
      pending.delete(message.settle);
      if (message.error === undefined) resolve(decode(message.value));
      else reject(new Error(message.error));
    } else {
      let outcome;
      try {
        outcome = { value: encode(functions.get(message.call)(...message.args.map(decode))) };
      } catch (error) {
        outcome = { error: String(error?.message ?? error) };
      }
      say({ returned: outcome });
    }
  });
  // Whichever world begins first, the page gets what is exposed exactly once.
  if (onExposed) say({ hello: true });
  return {
    expose(key, api) {
      exposed.set(key, api);
      say({ expose: key, value: encode(api) });
    },
    tell: (message) => say({ told: message }),
  };
}

/** The modules that a preload may load; runs in the preload's world, from its text. */
function preloadModules(worlds, send, onReceive) {
  const listeners = new Map();
  const pending = new Map();
  let lastId = 0;
  onReceive((text) => {
    const message = JSON.parse(text);
    if (message.reply === undefined) {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args);
      return;
    }
    const { resolve, reject } = pending.get(message.reply);
    pending.delete(message.reply);
    if (message.error === undefined) resolve(message.value);
    else reject(new Error(message.error));
  });
  const ipcRenderer = {
    invoke(channel, ...args) {
      lastId += 1;
      const id = lastId;
      send(JSON.stringify({ invoke: id, channel, args }));
      return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
    },
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    removeListener(channel, listener) {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter((one) => one !== listener),
      );
      return ipcRenderer;
    },
  };
  return { electron: { ipcRenderer, contextBridge: { exposeInMainWorld: worlds.expose } } };
}
