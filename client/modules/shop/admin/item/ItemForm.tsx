import { graphql, useFragment } from 'react-relay'
import type { ItemForm_item$key } from '../../../../__generated__/ItemForm_item.graphql.ts'
import type { ItemFormChangeMutation } from '../../../../__generated__/ItemFormChangeMutation.graphql.ts'
import type { ItemFormCreateMutation } from '../../../../__generated__/ItemFormCreateMutation.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { useEditing } from '../../../../relay/useEditing.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { NumberField } from '../../../../ui/form/NumberField.tsx'
import { SwitchField } from '../../../../ui/form/SwitchField.tsx'
import { wholeNumberFault } from '../../../../ui/form/wholeNumber.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { ItemPicture } from './ItemPicture.tsx'

type Props = {
  /** Null for new goods. */
  item: ItemForm_item$key | null
  onSaved: () => void
  onClose: () => void
}

const NEW = { name: '', picture: '', price: 10, stock: 1, mostPerOrder: null, isDisabled: false, version: 0 }

/** Form of goods; an edit that somebody else made meanwhile is merged, or asks which value to keep. */
export function ItemForm({ onSaved, onClose, ...props }: Props) {
  const { t } = useTranslation()
  const item = useFragment(
    graphql`
      fragment ItemForm_item on ShopItem {
        id
        version
        name
        picture
        price
        stock
        mostPerOrder
        isDisabled
      }
    `,
    props.item,
  )
  const { name, picture, price, stock, mostPerOrder, isDisabled, version } = item ?? NEW
  const form = useEditing({
    values: {
      name,
      picture,
      price: price as number | null,
      stock: stock as number | null,
      isLimited: mostPerOrder !== null,
      mostPerOrder: (mostPerOrder ?? 1) as number | null,
      isDisabled,
    },
    version,
    rules: (values) => ({
      name: values.name.trim() ? null : { words: t('ui:fault.REQUIRED') },
      price: wholeNumberFault(t, values.price, { min: 0, max: 1_000_000 }),
      stock: wholeNumberFault(t, values.stock, { min: 0, max: 1_000_000 }),
      mostPerOrder: values.isLimited ? wholeNumberFault(t, values.mostPerOrder, { min: 1, max: 99 }) : null,
    }),
  })
  const [create, creating] = useMutation<ItemFormCreateMutation>(
    graphql`
      mutation ItemFormCreateMutation($input: CreateShopItemInput!) {
        createShopItem(input: $input) {
          id
        }
      }
    `,
    { form },
  )
  const [change, changing] = useMutation<ItemFormChangeMutation>(
    graphql`
      mutation ItemFormChangeMutation($input: ChangeShopItemInput!) {
        changeShopItem(input: $input) {
          ...ItemForm_item
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { values } = form
    const limit = values.isLimited ? values.mostPerOrder : null
    const given = {
      name: values.name.trim(),
      picture: values.picture,
      price: values.price ?? 0,
      isDisabled: values.isDisabled,
      mostPerOrder: limit,
    }
    // The stock of an edit is sent only when it was typed: orders change it meanwhile.
    const { stock: typed } = form.changes()
    const done = item
      ? await change({
          input: { id: item.id, version: form.version, ...given, ...(typed != null && { stock: typed }) },
        })
      : await create({ input: { ...given, stock: values.stock ?? 0 } })
    if (!done) return null
    toast.success(t(item ? 'shop:admin.items.saved' : 'shop:admin.items.created', { name: given.name }))
    onSaved()
    onClose()
    return done
  })
  return (
    <FormDialog
      title={t(item ? 'shop:admin.items.edit' : 'shop:admin.items.create')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={creating.pending || changing.pending}
    >
      <Field label={t('shop:admin.items.name')} required maxLength={100} {...form.field('name')} />
      <ItemPicture {...form.field('picture')} />
      <NumberField label={t('shop:admin.items.price')} required {...form.field('price')} />
      <NumberField label={t('shop:admin.items.stock')} required {...form.field('stock')} />
      <SwitchField
        label={t('shop:admin.items.limited')}
        hint={t('shop:admin.items.limitedHint')}
        {...form.field('isLimited')}
      />
      {form.values.isLimited && (
        <NumberField label={t('shop:admin.items.limit')} required {...form.field('mostPerOrder')} />
      )}
      <SwitchField
        label={t('shop:admin.items.disabled')}
        hint={t('shop:admin.items.disabledHint')}
        {...form.field('isDisabled')}
      />
    </FormDialog>
  )
}
