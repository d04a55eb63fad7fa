export {
  deleteOldLinksAcrossCompanies,
  findLinkAcrossCompanies,
  findOwnAddress,
  KEPT,
  type LinkTarget,
  registerLinks,
  type StoredLink,
} from './queries/links.ts'
export { addressToken, type NamedLink, readAddressToken } from './tokens.ts'
