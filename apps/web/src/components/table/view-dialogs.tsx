import { ActionIcon, Group, Modal, Stack, Switch, Text, TextInput, Tooltip } from '@mantine/core'
import { createSavedView, type SavedView } from '@recado/contracts/inbox/saved-views'
import { companyLists, type ListName } from '@recado/contracts/shared/list-names'
import { IconStar, IconStarFilled, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewChanges } from '#web/lib/api/lists.ts'
import { useCan } from '#web/lib/session/session.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { savedViewsQuery } from '#web/queries/saved-views.ts'
import { FormDialog } from '../form/form-dialog.tsx'

const longest = 60

/** Views of lists of a company can be shared in it. */
const useMayShare = (list: ListName): boolean => {
  const can = useCan()
  return can('settings.share') && companyLists.some((known) => known === list)
}

type SaveProps = {
  list: ListName
  search: Record<string, string | number | boolean>
  onClose: () => void
  onSaved?: (id: string) => void
}

/** Keeps filters of a list under a name. */
export const SaveViewDialog = ({ list, search, onClose, onSaved }: SaveProps) => {
  const { t } = useTranslation('lists')
  const mayShare = useMayShare(list)
  const { add } = useViewChanges(list)
  const { form, state } = useContractForm({
    schema: createSavedView.body,
    initialValues: { name: '', shared: false },
    toBody: (values) => ({ ...values, page: list, search }),
    onSubmit: async (values) => {
      const { id } = await add.mutateAsync({ ...values, name: values.name.trim(), search })
      onSaved?.(id)
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('views.save')} submitLabel={t('common:save')} {...state} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {t('views.saveText')}
      </Text>
      <TextInput
        label={t('views.name')}
        autoComplete="off"
        data-autofocus
        maxLength={longest}
        {...form.getInputProps('name')}
      />
      {mayShare ? <Switch label={t('views.share')} {...form.getInputProps('shared', { type: 'checkbox' })} /> : null}
    </FormDialog>
  )
}

const NameField = ({ view, onName }: { view: SavedView; onName: (name: string) => void }) => {
  const { t } = useTranslation('lists')
  const [name, setName] = useState(view.name)
  const rename = () => {
    const wanted = name.trim()
    if (wanted === '') setName(view.name)
    else if (wanted !== view.name) onName(wanted)
  }
  return (
    <TextInput
      name="name"
      style={{ flex: 1 }}
      aria-label={t('views.name')}
      maxLength={longest}
      value={name}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
  )
}

const ViewRow = ({ list, view }: { list: ListName; view: SavedView }) => {
  const { t } = useTranslation('lists')
  const mayShare = useMayShare(list)
  const { change, choose, remove } = useViewChanges(list)
  const { id, name, isDefault } = view
  const starred = t(isDefault ? 'views.noDefault' : 'views.makeDefault', { name })
  return (
    <Group gap="sm" wrap="nowrap">
      <Tooltip label={starred}>
        <ActionIcon
          aria-label={starred}
          aria-pressed={isDefault}
          loading={choose.isPending}
          onClick={() => choose.mutate({ id, isDefault: !isDefault })}
        >
          {isDefault ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.7} />}
        </ActionIcon>
      </Tooltip>
      {view.editable ? (
        <NameField key={name} view={view} onName={(wanted) => change.mutate({ view, name: wanted })} />
      ) : (
        <Text size="sm" style={{ flex: 1 }} truncate>
          {name}
        </Text>
      )}
      {view.editable && mayShare ? (
        <Switch
          label={t('views.shared')}
          checked={view.shared}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ view, shared: event.currentTarget.checked })}
        />
      ) : view.shared ? (
        <IconUsers size={18} stroke={1.7} role="img" aria-label={t('views.shared')} />
      ) : null}
      {view.editable ? (
        <ActionIcon
          color="red"
          aria-label={t('views.remove', { name })}
          loading={remove.isPending}
          onClick={() => remove.mutate(id)}
        >
          <IconTrash size={18} stroke={1.7} />
        </ActionIcon>
      ) : null}
    </Group>
  )
}

/** Says which view a list opens with; renames, shares and removes views. */
export const ViewsDialog = ({ list, onClose }: { list: ListName; onClose: () => void }) => {
  const { t } = useTranslation('lists')
  const { data } = useQuery(savedViewsQuery(list))
  const views = data?.data ?? []
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('views.manageTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        {views.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('views.none')}
          </Text>
        ) : (
          views.map((view) => <ViewRow key={view.id} list={list} view={view} />)
        )}
      </Stack>
    </Modal>
  )
}
