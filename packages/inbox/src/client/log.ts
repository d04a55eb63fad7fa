/** Tells the developers of the page, in its console, what people who look at the inbox need not know. */
// biome-ignore lint/suspicious/noConsole: the console of the page is the only place a guest can log to.
export const logError = (text: string, error: unknown): void => console.error(text, error)
