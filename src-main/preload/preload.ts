// The bridge of the desktop window: two functions and nothing of Electron. It forwards calls on one channel and pushes on
// another; the main process parses and authorises what comes in.
import { contextBridge, ipcRenderer } from "electron";
import { CALL_CHANNEL, PUSH_CHANNEL, STAND_IN_ARGUMENT } from "../../src-shared/rpc/channels.ts";
import type { AnswerFrame, Bridge, CallFrame, PushFrame } from "../../src-shared/rpc/wire.ts";

let lastId = 0;

const bridge: Bridge = {
  call: (method, input) => {
    lastId += 1;
    const frame: CallFrame = { id: lastId, method, input };
    return ipcRenderer.invoke(CALL_CHANNEL, frame) as Promise<AnswerFrame>;
  },
  onPush: (listener) => {
    const receive = (_event: unknown, frame: PushFrame) => listener(frame);
    ipcRenderer.on(PUSH_CHANNEL, receive);
    return () => {
      ipcRenderer.removeListener(PUSH_CHANNEL, receive);
    };
  },
  stand_in: process.argv.includes(STAND_IN_ARGUMENT),
};

contextBridge.exposeInMainWorld("loopscope", bridge);
