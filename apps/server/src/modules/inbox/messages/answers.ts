/** Messages that answer a customer; what is sent by itself answers nobody. */
export const answering: readonly string[] = ['agent', 'phone_app', 'api']
