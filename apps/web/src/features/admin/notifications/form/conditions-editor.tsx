import { Button, Group, SegmentedControl, Stack, Switch, Text, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ByPlace } from '#web/components/content/by-place.tsx'
import classes from '../notifications.module.css'
import { ConditionRow } from './condition-row.tsx'
import type { WorkflowForm } from './use-workflow-form.ts'
import { emptyCondition, type FormGroup, type FormStep } from './values.ts'

type Props = { form: WorkflowForm; path: string; filters: FormGroup[]; earlier: FormStep[] }

type GroupProps = Props & { group: FormGroup; index: number }

const ConditionGroup = ({ form, path, group, index, earlier }: GroupProps) => {
  const { t } = useTranslation('admin/notifications')
  const at = `${path}.filters.${index}`
  const remove = (place: number) =>
    group.children.length === 1
      ? form.removeListItem(`${path}.filters`, index)
      : form.removeListItem(`${at}.children`, place)
  return (
    <fieldset className={classes.group} aria-label={t('form.group', { number: index + 1 })} style={{ margin: 0 }}>
      <Group justify="space-between" mb="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('form.joined')}
          data={[
            { value: 'AND', label: t('form.all') },
            { value: 'OR', label: t('form.any') },
          ]}
          {...form.getInputProps(`${at}.value`)}
        />
        <Switch size="xs" label={t('form.negated')} {...form.getInputProps(`${at}.isNegated`, { type: 'checkbox' })} />
      </Group>
      <ol className={classes.children}>
        <ByPlace items={group.children}>
          {(condition, place) => (
            <li>
              <ConditionRow
                form={form}
                path={`${at}.children.${place}`}
                condition={condition}
                number={place + 1}
                earlier={earlier}
                onRemove={() => remove(place)}
              />
            </li>
          )}
        </ByPlace>
      </ol>
      <Group justify="space-between" mt="sm">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => form.insertListItem(`${at}.children`, emptyCondition())}
        >
          {t('form.addCondition')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={15} />}
          onClick={() => form.removeListItem(`${path}.filters`, index)}
        >
          {t('form.removeGroup')}
        </Button>
      </Group>
    </fieldset>
  )
}

/** When a step or variant counts: groups, of which one has to hold. */
export const ConditionsEditor = (props: Props) => {
  const { form, path, filters } = props
  const { t } = useTranslation('admin/notifications')
  return (
    <Stack gap="sm">
      <div>
        <Title order={3} fz="sm">
          {t('form.conditions')}
        </Title>
        <Text size="xs" c="dimmed">
          {t(filters.length === 0 ? 'form.noConditions' : 'form.conditionsText')}
        </Text>
      </div>
      <ByPlace items={filters}>
        {(group, index) => (
          <>
            {index > 0 ? (
              <Text size="xs" fw={600} c="dimmed">
                {t('condition.or')}
              </Text>
            ) : null}
            <ConditionGroup {...props} group={group} index={index} />
          </>
        )}
      </ByPlace>
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() =>
            form.insertListItem(`${path}.filters`, { value: 'AND', isNegated: false, children: [emptyCondition()] })
          }
        >
          {t(filters.length === 0 ? 'form.addCondition' : 'form.addGroup')}
        </Button>
      </div>
    </Stack>
  )
}
