import { Button, Menu } from '@mantine/core'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { IconDots, IconList, IconTag, IconTrash, IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AskedChange } from '#web/components/contact/change-dialog.tsx'
import type { useChangeContacts } from '#web/components/contact/changes.ts'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { ExportTarget } from './export-drawer.tsx'

const loadDialog = () => import('#web/components/contact/change-dialog.tsx')
const ChangeDialog = lazyComponent(async () => (await loadDialog()).ChangeDialog)
const MergeDialog = lazyComponent(async () => (await import('#web/components/contact/merge-dialog.tsx')).MergeDialog)

type Props = {
  selection: BulkSelection
  changes: ReturnType<typeof useChangeContacts>
  onDone: () => void
  /** Begins a campaign for them; null for whoever may not, and where the filters cannot be said as conditions. */
  onCampaign: ((selection: BulkSelection) => void) | null
  /** Null for whoever may have no file. */
  onExport: ((target: ExportTarget) => void) | null
}

const buttons = [
  { type: 'add_tags', icon: IconTag },
  { type: 'add_to_list', icon: IconList },
  { type: 'owner', icon: IconUserCheck },
] as const
const more = ['lifecycle', 'attribute', 'remove_tags', 'remove_from_list', 'opt_out', 'block', 'unblock'] as const

const exportOf = (selection: BulkSelection): ExportTarget =>
  'ids' in selection ? { ids: selection.ids } : { filter: selection.filter, count: selection.expected }

/** What can be done with the chosen contacts. */
export const BulkActions = ({ selection, changes, onDone, onCampaign, onExport }: Props) => {
  const { t } = useTranslation('contacts/list')
  const [asked, setAsked] = useState<AskedChange | null>(null)
  const [merging, setMerging] = useState(false)
  const [first, second, third] = 'ids' in selection ? selection.ids : []
  const pair = first && second && !third ? { contact: { id: first }, other: { id: second } } : null
  return (
    <>
      {buttons.map(({ type, icon: Icon }) => (
        <Button
          key={type}
          size="compact-sm"
          variant="default"
          leftSection={<Icon size={16} />}
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
          onClick={() => setAsked(type)}
        >
          {t(`change.short.${type}`)}
        </Button>
      ))}
      <Menu position="top-end" withinPortal>
        <Menu.Target>
          <Button size="compact-sm" variant="default" leftSection={<IconDots size={16} />}>
            {t('change.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {more.map((type) => (
            <Menu.Item key={type} onClick={() => setAsked(type)}>
              {t(`change.short.${type}`)}
            </Menu.Item>
          ))}
          {onCampaign ? (
            <Menu.Item onClick={() => onCampaign(selection)}>{t('change.short.campaign')}</Menu.Item>
          ) : null}
          {pair ? <Menu.Item onClick={() => setMerging(true)}>{t('change.short.merge')}</Menu.Item> : null}
          {onExport ? (
            <Menu.Item onClick={() => onExport(exportOf(selection))}>{t('common:export.title')}</Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <Button
        size="compact-sm"
        color="red"
        variant="light"
        leftSection={<IconTrash size={16} />}
        onClick={() => setAsked('delete')}
      >
        {t('common:delete')}
      </Button>
      {merging && pair ? (
        <MergeDialog
          {...pair}
          onClose={() => {
            setMerging(false)
            onDone()
          }}
        />
      ) : null}
      {asked ? (
        <ChangeDialog
          type={asked}
          selection={selection}
          run={changes.change}
          onDone={onDone}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}
