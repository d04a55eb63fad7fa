import { type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api.ts'
import { errorText } from '../api/error-text.ts'
import { afterPress } from './after-press.ts'
import { type GivenSchema, type Schema, useSchema } from './form-schema.ts'
import { useUnsaved } from './unsaved.ts'

type Issue = {
  code?: string | undefined
  path: readonly PropertyKey[]
  format?: string | undefined
  minimum?: number | bigint | undefined
  maximum?: number | bigint | undefined
  input?: unknown
  params?: Record<string, unknown> | undefined
}

type Translate = (key: string | string[], options?: Record<string, unknown>) => string

const valueAt = (values: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], values)

const issueText = (t: Translate, issue: Issue, value: unknown): string => {
  if (value === '' || value === undefined || value === null) return t('validation:required')
  if (issue.code === 'too_small') return t('validation:too_small_min', { count: Number(issue.minimum) })
  if (issue.code === 'too_big') return t('validation:too_big_max', { count: Number(issue.maximum) })
  if (issue.format === 'email') return t('validation:email')
  if (issue.format === 'url') return t('validation:url')
  if (typeof issue.params?.['code'] === 'string') return t([`validation:${issue.params['code']}`, 'validation:invalid'])
  return t('validation:invalid')
}

/** Errors by field path that a schema finds in the values, in words. */
export const validateWith = (schema: Schema, t: Translate, values: unknown): Record<string, string> => {
  const result = schema.safeParse(values)
  if (result.success) return {}
  const errors: Record<string, string> = {}
  for (const issue of result.error.issues as Issue[]) {
    errors[issue.path.join('.')] ??= issueText(t, issue, valueAt(values, issue.path))
  }
  return errors
}

const pathOf = (path: string): string => path.replace(/^\/?(body[./])?/, '').replaceAll('/', '.')

type Options<Values> = {
  /** Schema of the contract's body, or how to load it once someone goes to a field; without it only `extra` checks. */
  schema?: GivenSchema
  initialValues: Values
  /** Turns what is in the fields into the body to check and send; by default the values themselves. */
  toBody?: (values: Values) => unknown
  /** Checks of fields that are not part of the body, e.g. a repeated password. */
  extra?: (values: Values) => Record<string, string | undefined>
  /** A field or two that are typed again at once: checked when they are sent, and nothing is asked before they are left. */
  brief?: boolean
  /** The form stays while the page's search changes, such as its filters. */
  outlivesSearch?: boolean
  onSubmit: (values: Values) => Promise<unknown>
}

/** Work of which only the latest counts, and none after the form is gone. */
const useRuns = () => {
  const run = useRef(0)
  useEffect(() => () => void run.current++, [])
  return {
    begin: () => {
      const own = ++run.current
      return () => own === run.current
    },
    cancel: () => void run.current++,
  }
}

/** What is being sent, once at a time, and how that failed. `refused` takes what belongs to fields. */
const useSending = () => {
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const [error, setError] = useState<unknown>(null)
  const send = async (task: () => Promise<unknown>, refused: (cause: unknown) => boolean) => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setError(null)
    try {
      await task()
    } catch (cause) {
      if (!refused(cause)) setError(cause)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { busy, setBusy, sending, error, setError, send }
}

type Shown = { setBusy: (busy: boolean) => void; setError: (error: unknown) => void }

/** Checks and sends a form once its schema has come; nothing of it happens after `cancel` or when the form is gone. */
const useLateCheck = (checking: ReturnType<typeof useSchema>, { setBusy, setError }: Shown) => {
  const runs = useRuns()
  const loading = useRef(false)
  const latest = useRef<() => void>(() => {})
  const run = async () => {
    if (loading.current) return
    const isCurrent = runs.begin()
    loading.current = true
    setBusy(true)
    setError(null)
    try {
      await checking.load()
    } catch (cause) {
      if (isCurrent()) setError(cause)
    }
    if (!isCurrent()) return
    loading.current = false
    setBusy(false)
    if (!checking.isAwaited()) latest.current()
  }
  return {
    check: () => void run(),
    /** What checks and sends with the values of now. */
    checkWith: (check: () => void) => {
      latest.current = check
    },
    cancel: () => {
      if (!loading.current) return
      runs.cancel()
      loading.current = false
      setBusy(false)
    },
  }
}

/** The state of a form for its surroundings: submitting, pending work and errors. */
export type FormState = {
  busy: boolean
  /** Whether there is unsaved input. */
  dirty: boolean
  /** The number of invalid fields. */
  wrong: number
  /** The message of an error that does not belong to a field. */
  error: string | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Restores the saved values. */
  onDiscard: () => void
}

export type ContractForm<Values> = {
  form: UseFormReturnType<Values>
  submit: (event?: FormEvent<HTMLFormElement>) => void
  busy: boolean
  /** The message of an error that does not belong to a field. */
  failure: string | null
  /** The failure itself. */
  error: unknown
  /** Sets the saved values that discarding restores; defaults to the current values. */
  saved: (values?: Values) => void
  /** The state for the page or drawer around the form. */
  state: FormState
}

/**
 * A form checked by the contract's schema: on leaving a field and on submit, where the first wrong field gets the
 * focus. Leaving the page with unsaved input asks for confirmation. Field errors from the server are shown
 * at their fields; any other error is `failure`.
 */
export const useContractForm = <Values extends Record<string, unknown>>({
  schema,
  initialValues,
  toBody = (values) => values,
  extra,
  brief = false,
  outlivesSearch = false,
  onSubmit,
}: Options<Values>): ContractForm<Values> => {
  const { t: texts } = useTranslation(['validation', 'errors'])
  const t: Translate = (key, options) => texts(key, options ?? {})
  const { busy, setBusy, sending, error, setError, send } = useSending()
  // Fields into which something was typed, even if nothing of it is left.
  const changed = useRef(new Set<string>())
  // Fields that were left before the schema came.
  const left = useRef(new Set<string>())
  const checking = useSchema(schema, () => {
    for (const path of left.current) own.validateField(path)
    left.current.clear()
  })
  const own = useForm<Values>({
    initialValues,
    // Password managers and scripts find fields by their names.
    enhanceGetInputProps: ({ field, inputProps: { onChange } }) => ({
      name: field,
      onBlur: () => leave(field),
      onChange: (value: unknown) => {
        changed.current.add(field)
        onChange(value)
      },
    }),
    validate: (values) => {
      const current = checking.current()
      const named = Object.entries(extra?.(values) ?? {}).flatMap(([path, message]) =>
        message ? [[path, message]] : [],
      )
      // First of all: a field that is checked alone shows the first error at its path or below it.
      const found: Record<string, string> = Object.fromEntries(named)
      return current ? { ...found, ...validateWith(current, t, toBody(values)), ...found } : found
    },
    onSubmitPreventDefault: 'always',
  })

  /** Checks a field that was changed and left; one that was only visited is not wrong yet. */
  const leave = (field: string) => {
    if (brief || !(changed.current.has(field) || own.isDirty(field))) return
    if (checking.isAwaited()) left.current.add(field)
    else afterPress(() => own.validateField(field))
  }

  const late = useLateCheck(checking, { setBusy, setError })
  const cancel = () => {
    left.current.clear()
    late.cancel()
  }
  const form = {
    ...own,
    reset: () => {
      cancel()
      changed.current.clear()
      own.reset()
    },
  }

  // What is being sent may lead on to another page.
  useUnsaved(() => !brief && form.isDirty() && !sending.current, { outlivesSearch })

  const focusFirst = (errors: Record<string, unknown>) => {
    const nodes = Object.keys(errors).flatMap((path) => form.getInputNode(path) ?? [])
    const [first] = nodes.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    first?.focus()
  }

  const takeFields = (cause: unknown): boolean => {
    if (!(cause instanceof ApiError) || cause.fields.length === 0) return false
    const known = cause.fields.map(
      ({ path, code }) => [pathOf(path), t([`validation:${code}`, 'validation:invalid'])] as const,
    )
    form.setErrors(Object.fromEntries(known))
    focusFirst(Object.fromEntries(known))
    return known.every(([path]) => path.split('.')[0] !== undefined && (path.split('.')[0] as string) in initialValues)
  }

  const check = form.onSubmit(
    (values) => void send(() => onSubmit(values), takeFields),
    focusFirst,
  ) as ContractForm<Values>['submit']
  late.checkWith(check)
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    if (!checking.isAwaited()) return check(event)
    event?.preventDefault()
    late.check()
  }
  const failure = error ? errorText(texts, error) : null
  const saved = (values = form.getValues()) => {
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty(values)
  }
  const onDiscard = () => {
    setError(null)
    form.reset()
  }
  const wrong = Object.keys(form.errors).length
  const state = { busy, dirty: !brief && form.isDirty(), wrong, error: failure, onSubmit: submit, onDiscard }
  return { form, submit, busy, failure, error, saved, state }
}
