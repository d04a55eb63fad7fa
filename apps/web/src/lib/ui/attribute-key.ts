/** The key of a contact field, made of its name: lower case, without accents, words joined; it begins with a letter. */
export const attributeKey = (name: string): string => {
  const joined = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const key = joined.replace(/^[^a-z]+/, '')
  return (key || joined.replace(/^(?=.)/, 'field_')).slice(0, 40)
}
