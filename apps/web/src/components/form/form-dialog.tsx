import { FormDrawer, type FormDrawerProps } from './form-drawer.tsx'
import { InDrawer } from './in-drawer.ts'

/** A question or two over what it is about. Whatever has more fields is a `FormDrawer`. */
export const FormDialog = (props: FormDrawerProps) => (
  <InDrawer value>
    <FormDrawer {...props} />
  </InDrawer>
)
