import { Group, Button as MantineButton, Menu, Skeleton, Stack, Text } from '@mantine/core'
import { LINK_PATH, trackedButtonUrl } from '@recado/contracts/campaigns/tracked-links'
import { templateLimits } from '@recado/contracts/whatsapp/template-check-parts'
import { wordOf } from '@recado/contracts/whatsapp/template-parts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '#web/components/form/read-only.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { type Button, withReply } from './content.ts'
import { IssueList, type Issues } from './issues.tsx'

type Props = {
  buttons: Button[]
  kinds: readonly string[]
  max: number
  issues: Issues
  path: string
  onChange: (buttons: Button[]) => void
}

const ButtonRow = lazyComponent(
  async () => (await import('./button-row.tsx')).ButtonRow,
  <Skeleton height={150} radius="md" />,
)

const fresh: Readonly<Record<string, Button>> = {
  QUICK_REPLY: { type: 'QUICK_REPLY', text: '' },
  URL: { type: 'URL', text: '', url: '' },
  PHONE_NUMBER: { type: 'PHONE_NUMBER', text: '', phone_number: '' },
  COPY_CODE: { type: 'COPY_CODE', example: '' },
  FLOW: { type: 'FLOW', text: '', flow_id: '' },
  CATALOG: { type: 'CATALOG', text: '' },
  MPM: { type: 'MPM', text: '' },
}

/** Leads to the page that each campaign names; clicks are counted on the way. */
const trackedButton = (): Button => {
  const { origin } = window.location
  return { type: 'URL', text: '', url: trackedButtonUrl(origin), example: [`${origin}${LINK_PATH}example`] }
}

const limitOf = (kind: string): number | undefined =>
  Object.entries(templateLimits.buttonKinds).find(([name]) => name === kind)?.[1]

type AddProps = Pick<Props, 'buttons' | 'kinds' | 'max' | 'path'> & { onAdd: (button: Button) => void }

/** Adds a button; kinds that have reached their limit stay visible, with the limit. */
const AddMenu = ({ buttons, kinds, max, path, onAdd }: AddProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const full = buttons.length >= max
  const whyNot = (kind: string): string | null => {
    const most = limitOf(kind) ?? max
    const count = buttons.filter(({ type }) => wordOf(type) === kind).length
    return count >= most ? t('button.limit.kind', { count: most }) : null
  }
  const item = (key: string, kind: string, label: string, button: Button) => {
    const reason = whyNot(kind)
    return (
      <Menu.Item
        key={key}
        disabled={reason !== null}
        {...(reason ? { style: { opacity: 1 }, c: 'dimmed' } : {})}
        onClick={() => onAdd(button)}
      >
        {label}
        {reason ? (
          <Text size="xs" component="span" display="block">
            {reason}
          </Text>
        ) : null}
      </Menu.Item>
    )
  }
  return (
    <Group gap="sm">
      <Menu position="bottom-start" withinPortal disabled={full}>
        <Menu.Target>
          <MantineButton variant="light" leftSection={<IconPlus size={17} />} disabled={full} data-field={path}>
            {t('button.add')}
          </MantineButton>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.flatMap((kind) => (fresh[kind] ? [item(kind, kind, t(`button.kind.${kind}`), fresh[kind])] : []))}
          {kinds.includes('URL') ? item('tracked', 'URL', t('button.tracked'), trackedButton()) : null}
          {kinds.includes('QUICK_REPLY')
            ? item('optOut', 'QUICK_REPLY', t('button.optOut'), { type: 'QUICK_REPLY', text: t('button.optOutText') })
            : null}
        </Menu.Dropdown>
      </Menu>
      <Text size="sm" c="dimmed">
        {t(full ? 'button.limit.full' : 'button.limit.of', { now: buttons.length, max })}
      </Text>
    </Group>
  )
}

const moved = (buttons: readonly Button[], from: number, to: number): Button[] => {
  const next = [...buttons]
  const [one] = next.splice(from, 1)
  if (one) next.splice(to, 0, one)
  return next
}

/** The buttons in their order, by dragging or by their arrows. */
export const ButtonsField = ({ buttons, kinds, max, issues, path, onChange }: Props) => {
  const readOnly = useReadOnly()
  const [dragged, setDragged] = useState<number | null>(null)
  return (
    <Stack gap="sm">
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {buttons.map((button, index) => (
          <ButtonRow
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other name
            key={index}
            index={index}
            count={buttons.length}
            button={button}
            at={`${path}.${index}`}
            issues={issues}
            onChange={(next) => onChange(buttons.map((one, at) => (at === index ? next : one)))}
            onMove={(to) => onChange(moved(buttons, index, to))}
            onRemove={() => onChange(buttons.filter((_, at) => at !== index))}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged !== null && dragged !== index) onChange(moved(buttons, dragged, index))
              setDragged(null)
            }}
          />
        ))}
      </Stack>
      <IssueList issues={issues.at(path)} />
      {readOnly || kinds.length === 0 ? null : (
        <AddMenu {...{ buttons, kinds, max, path }} onAdd={(button) => onChange(withReply(buttons, button))} />
      )}
    </Stack>
  )
}
