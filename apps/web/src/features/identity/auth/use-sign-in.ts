import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionClient } from '#web/lib/session/session.ts'
import { type ContractForm, useContractForm } from '#web/lib/ui/form.ts'

type Values = { email: string; password: string; code: string }
type Options = {
  email: string
  error?: string | undefined
  /** Where the page goes on afterwards. */
  target: string
  onSignedIn: () => void
}

export type SignInForm = Pick<ContractForm<Values>, 'form' | 'submit' | 'busy'> & {
  error: string | undefined
  /** The password was right, and the account asks for a code besides. */
  asking: boolean
  typeCode: (code: string) => void
  /** Back to the password. */
  restart: () => void
}

/** Signing in by e-mail and password, and by a code where the account asks for one. */
export const useSignIn = ({ email, error: givenError, target, onSignedIn }: Options): SignInForm => {
  const { t } = useTranslation('validation')
  const client = useSessionClient()
  /** Back from a provider: who it is is known, and a code is all that is asked for. */
  const [halfway, setHalfway] = useState(givenError === 'TwoFactorRequired')
  const [error, setError] = useState(halfway ? undefined : givenError)
  const [asking, setAsking] = useState(halfway)
  const required = (value: string) => (value.trim() === '' ? t('required') : undefined)

  const signIn = async ({ code, ...values }: Values) => {
    setError(undefined)
    try {
      const result = await client.signIn('credentials', {
        ...(halfway ? {} : values),
        ...(asking ? { code } : {}),
        callbackUrl: window.location.origin + target,
      })
      if (result.ok && !result.error) onSignedIn()
      else if (result.error === 'TwoFactorRequired') setAsking(true)
      else setError(result.error ?? 'Default')
    } catch {
      setError('Network')
    }
  }
  const { form, submit, busy } = useContractForm<Values>({
    initialValues: { email, password: '', code: '' },
    brief: true,
    extra: ({ email, password, code }) => ({
      ...(halfway ? {} : { email: required(email), password: required(password) }),
      ...(asking ? { code: required(code) } : {}),
    }),
    onSubmit: signIn,
  })

  return {
    form,
    submit,
    busy,
    error,
    asking,
    typeCode: (code) => {
      form.setFieldValue('code', code)
      setError(undefined)
    },
    restart: () => {
      form.reset()
      setError(undefined)
      setHalfway(false)
      setAsking(false)
    },
  }
}
