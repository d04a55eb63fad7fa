import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'

/** Why a form or a dialog was refused, read aloud; nothing while it was not. */
export const FormFailure = ({ children }: { children: ReactNode }) =>
  children ? (
    <Alert color="red" role="alert">
      {children}
    </Alert>
  ) : null
