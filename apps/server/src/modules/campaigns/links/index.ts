export { type LinkTarget, registerLinks } from './queries/links.ts'
export { addressToken } from './tokens.ts'
