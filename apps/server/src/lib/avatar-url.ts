/** Address of a person's photo, or null; it changes with the photo. */
export const avatarUrl = (userId: string, fileId: string | null): string | null =>
  fileId ? `/api/v1/users/${userId}/avatar?v=${fileId.slice(-12)}` : null

/** Address of a company's logo, or null when it has none. */
export const logoUrl = (companyId: string, fileId: string | null): string | null =>
  fileId ? `/api/v1/companies/${companyId}/logo?v=${fileId.slice(-12)}` : null

/** A person as lists and messages show them; null for no person. */
export const personOf = (id: string | null, name: string | null, avatarFileId: string | null) =>
  id === null || name === null ? null : { id, name, avatarUrl: avatarUrl(id, avatarFileId) }
