/** Everything that works in the background can be stopped at once (Esc). */
const stoppers: (() => void)[] = [];
export const onStop = (stop: () => void) => void stoppers.push(stop);
export const stopAll = () => stoppers.forEach((stop) => stop());
