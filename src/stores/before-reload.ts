const tasks: (() => Promise<void>)[] = [];

/** Registers what must be written before the app reloads the page itself. */
export function beforeReload(task: () => Promise<void>): void {
  tasks.push(task);
}

export async function prepareReload(): Promise<void> {
  await Promise.all(tasks.map((task) => task()));
}
