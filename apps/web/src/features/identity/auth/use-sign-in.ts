import { type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionClient } from '#web/lib/session/session.ts'

type Values = { email: string; password: string; code: string }
type Options = {
  email: string
  error?: string | undefined
  /** Where the page goes on afterwards. */
  target: string
  onSignedIn: () => void
}

export type SignInForm = {
  form: UseFormReturnType<Values>
  submit: (event?: FormEvent<HTMLFormElement>) => void
  busy: boolean
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
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(halfway)
  const required = (value: string) => (value.trim() === '' ? t('required') : null)
  const form = useForm<Values>({
    initialValues: { email, password: '', code: '' },
    enhanceGetInputProps: ({ field }) => ({ name: field }),
    validate: {
      email: (value) => (halfway ? null : required(value)),
      password: (value) => (halfway ? null : required(value)),
      code: (value) => (asking ? required(value) : null),
    },
  })

  const signIn = async ({ code, ...values }: Values) => {
    if (busy) return
    setBusy(true)
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
    } finally {
      setBusy(false)
    }
  }

  return {
    form,
    submit: form.onSubmit((values) => void signIn(values)) as SignInForm['submit'],
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
