const person = {
  firstName: 'string',
  lastName: 'string',
  email: 'string',
  phone: 'string',
  avatar: 'string',
  locale: 'string',
  subscriberId: 'string',
  isOnline: 'boolean',
  lastOnlineAt: 'date',
  data: 'object',
}

/** What every template can use besides the payload, with its type. */
export const systemVariables = {
  subscriber: person,
  actor: person,
  tenant: { name: 'string', identifier: 'string', data: 'object' },
  step: { digest: 'boolean', events: 'array', total_count: 'number' },
  branding: { logo: 'string', color: 'string' },
}
