/** The keys of a record that has no keys beyond its type, in insertion order. */
export const keysOf = <T extends object>(record: T) => Object.keys(record) as Extract<keyof T, string>[]
