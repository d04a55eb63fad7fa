import type { Account } from '../state/types.ts'
import type { Fields } from './field-checks.ts'

/** What the health of a number or an account says of its account. */
export const accountHealth = ({ id, unpaid }: Account): Fields => ({
  entity_type: 'WABA',
  id,
  can_send_message: unpaid ? 'LIMITED' : 'AVAILABLE',
  ...(unpaid && {
    errors: [
      {
        error_code: 141006,
        error_description: 'There is a problem with the way to pay',
        possible_solution: 'Add a payment method',
      },
    ],
  }),
})
