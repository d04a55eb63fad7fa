import { Text } from '@mantine/core'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'

const ReadOnlyContext = createContext(false)

/** Shows the fields inside as text, for members who may view but not change them. */
export const ReadOnly = ({ when = true, children }: { when?: boolean; children: ReactNode }) => (
  <ReadOnlyContext value={when}>{children}</ReadOnlyContext>
)

/** Whether the fields here are read-only. */
export const useReadOnly = (): boolean => useContext(ReadOnlyContext)

/** A setting for members who may not change it: its name, and its value in words. */
export const ReadField = ({ label, children }: { label: ReactNode; children: ReactNode }) => {
  const { t } = useTranslation()
  const isEmpty = children === null || children === undefined || children === ''
  return (
    <dl style={{ margin: 0 }}>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text
        component="dd"
        size="sm"
        m={0}
        mt={2}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        {...(isEmpty ? { c: 'dimmed' } : {})}
      >
        {isEmpty ? t('form.notSet') : children}
      </Text>
    </dl>
  )
}

type Named = { label?: ReactNode; 'aria-label'?: string | undefined }

/** Makes a field show its value as text while read-only; `words` formats the value. */
export const readable = <P extends Named>(Field: ComponentType<P>, useWords: (props: P) => ReactNode) => {
  const Words = (props: P) => <ReadField label={props.label ?? props['aria-label']}>{useWords(props)}</ReadField>
  return (props: P) => (useReadOnly() ? <Words {...props} /> : <Field {...props} />)
}

/** The words of what is on or off. */
export const useOnOff = ({ checked }: { checked?: boolean | undefined }): string => {
  const { t } = useTranslation()
  return t(checked ? 'form.on' : 'form.off')
}
