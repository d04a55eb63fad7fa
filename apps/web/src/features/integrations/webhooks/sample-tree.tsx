import { Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './webhooks.module.css'

const plain = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The path of a member, in JSONPath. */
export const pathOf = (path: string, key: string | number): string => {
  if (typeof key === 'number') return `${path}[${key}]`
  return plain.test(key) ? `${path}.${key}` : `${path}['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`
}

const MOST = 100

type Pick = (path: string) => void

const Leaf = ({ name, value, path, onPick }: { name: string; value: unknown; path: string; onPick: Pick }) => {
  const { t } = useTranslation('integrations/webhooks')
  return (
    <UnstyledButton className={classes.leaf ?? ''} onClick={() => onPick(path)} title={t('pick', { path })}>
      <b>{name}</b>: {JSON.stringify(value)}
    </UnstyledButton>
  )
}

const Branch = ({ value, path, onPick }: { value: object; path: string; onPick: Pick }) => {
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return (
    <ul>
      {entries.slice(0, MOST).map(([key, inner]) => {
        const own = pathOf(path, key)
        return (
          <li key={own}>
            {typeof inner === 'object' && inner !== null ? (
              <>
                <Text span inherit c="dimmed" className={classes.branch ?? ''}>
                  {String(key)}
                </Text>
                <Branch value={inner} path={own} onPick={onPick} />
              </>
            ) : (
              <Leaf name={String(key)} value={inner} path={own} onPick={onPick} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A sample, of which each value gives its path when it is pressed. */
export const SampleTree = ({ body, onPick }: { body: unknown; onPick: Pick }) => {
  const { t } = useTranslation('integrations/webhooks')
  return (
    <section className={classes.tree ?? ''} aria-label={t('sample')}>
      {typeof body === 'object' && body !== null ? <Branch value={body} path="$" onPick={onPick} /> : null}
    </section>
  )
}
