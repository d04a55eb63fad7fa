/** The sockets of everybody who works in a company at the moment. */
export const companyRoom = (companyId: string) => `company:${companyId}`

/** The sockets of one member in one company. */
export const memberRoom = (companyId: string, userId: string) => `${companyRoom(companyId)}:user:${userId}`

/** The sockets of one person, wherever they work. */
export const userRoom = (userId: string) => `user:${userId}`
