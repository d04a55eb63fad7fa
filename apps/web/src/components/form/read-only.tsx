import { Text } from '@mantine/core'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'

const ReadOnlyContext = createContext(false)

/** Shows the fields within as text, for whoever may read and not change them. */
export const ReadOnly = ({ when = true, children }: { when?: boolean; children: ReactNode }) => (
  <ReadOnlyContext value={when}>{children}</ReadOnlyContext>
)

/** Whether what stands here is only read. */
export const useReadOnly = (): boolean => useContext(ReadOnlyContext)

/** What is told of a setting to whoever may not change it: its name, and its value in words. */
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

/** A field that is text where it is only read; `words` says its value. */
export const readable = <P extends Named>(Field: ComponentType<P>, useWords: (props: P) => ReactNode) => {
  const Words = (props: P) => <ReadField label={props.label ?? props['aria-label']}>{useWords(props)}</ReadField>
  return (props: P) => (useReadOnly() ? <Words {...props} /> : <Field {...props} />)
}
