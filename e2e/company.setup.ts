import { test } from '@playwright/test'
import { letUndo } from './support/company.ts'
import { people, signIn } from './support/demo.ts'

test('what journeys send leaves at once', async ({ context }) => {
  await signIn(context, people.ana)
  await letUndo(context, 0)
})
