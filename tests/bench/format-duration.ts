export const ms = (time: number) => `${time.toFixed(0)} ms`;
export const seconds = (time: number) => `${(time / 1000).toFixed(1)} s`;
