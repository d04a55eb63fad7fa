import { Stack } from '@mantine/core'
import { AdvancedFields } from './advanced-fields.tsx'
import { AuthenticationFields } from './authentication-fields.tsx'
import { CarouselFields } from './carousel-fields.tsx'
import { CategoryField } from './category-field.tsx'
import { cardsOf } from './content.ts'
import type { FormProps } from './form-props.ts'
import { MessageButtons, MessageFields } from './message-fields.tsx'

/** Everything that can be written of a template. */
export const TemplateFormFields = (props: FormProps) => {
  const { category, components } = props.content
  const hasCards = cardsOf(components).length > 0
  return (
    <Stack gap="md">
      <CategoryField {...props} />
      {category === 'AUTHENTICATION' ? <AuthenticationFields {...props} /> : <MessageFields {...props} />}
      {category === 'AUTHENTICATION' ? null : hasCards ? <CarouselFields {...props} /> : <MessageButtons {...props} />}
      <AdvancedFields {...props} />
    </Stack>
  )
}
