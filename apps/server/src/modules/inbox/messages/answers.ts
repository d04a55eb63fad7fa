/** Messages that answer a customer; automatic messages do not count as answers. */
export const answering: readonly string[] = ['agent', 'phone_app', 'api']
