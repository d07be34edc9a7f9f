/**
 * Makes React as late as on a busy device: it renders in slices, and runs effects after a page is drawn, when it
 * receives a message that it has sent to itself. For `addInitScript` and `evaluate`.
 */
export function delayScheduler(): void {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (message: unknown) {
    setTimeout(() => postMessage.call(this, message), 500);
  };
}
