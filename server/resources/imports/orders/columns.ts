/** Column names are normalised: lower case, without spaces, `_`, `.` and `-`. The first non-empty column is used. */
export type OrderFields = Record<
  | 'key'
  | 'id'
  | 'number'
  | 'email'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'placedAt'
  | 'fulfilledAt'
  | 'deliveredAt'
  | 'cancelledAt'
  | 'status'
  | 'acceptsMarketing'
  | 'currency'
  | 'total'
  | 'refunded'
  | 'locale'
  | 'country'
  | 'productId'
  | 'variantId'
  | 'sku'
  | 'title'
  | 'quantity'
  | 'price',
  readonly string[]
>

export type OrderField = keyof OrderFields

/** `key` is the column whose value all rows of one order share. */
const generic: OrderFields = {
  key: ['platformorderid', 'orderid', 'ordernumber', 'order', 'order#', 'orderno', 'number', 'id'],
  id: ['platformorderid', 'orderid', 'ordernumber', 'order', 'order#', 'orderno', 'number', 'id'],
  number: ['ordernumber', 'order#', 'orderno', 'number'],
  email: ['email', 'customeremail', 'buyeremail', 'emailaddress', 'contactemail', 'billingemail', 'email(billing)'],
  name: ['customername', 'customer', 'buyername', 'fullname', 'name', 'billingname', 'shippingname'],
  firstName: ['firstname', 'billingfirstname', 'firstname(billing)', 'shippingfirstname'],
  lastName: ['lastname', 'billinglastname', 'lastname(billing)', 'shippinglastname'],
  placedAt: ['placedat', 'orderdate', 'date', 'createdat', 'purchasedate', 'ordered', 'dateordered'],
  fulfilledAt: ['fulfilledat', 'shippedat', 'dispatchedat', 'shippingdate', 'shipdate', 'completeddate'],
  deliveredAt: ['deliveredat', 'deliverydate', 'delivered'],
  cancelledAt: ['cancelledat', 'canceledat'],
  status: ['orderstatus', 'status', 'financialstatus'],
  acceptsMarketing: ['acceptsmarketing', 'marketingconsent', 'optin', 'newsletter'],
  currency: ['currency', 'ordercurrency', 'currencycode'],
  total: ['total', 'ordertotal', 'ordertotalamount', 'totalamount', 'grandtotal'],
  refunded: ['refundedtotal', 'refundedamount', 'ordertotalrefunded', 'refundamount'],
  locale: ['locale', 'language', 'lang'],
  country: ['country', 'countrycode', 'billingcountry', 'shippingcountry', 'countrycode(billing)'],
  productId: ['platformproductid', 'productid', 'itemid', 'parentproductid'],
  variantId: ['platformvariantid', 'variantid', 'variationid'],
  sku: ['sku', 'productsku', 'itemsku', 'lineitemsku', 'variantsku'],
  title: ['producttitle', 'productname', 'itemname', 'lineitemname', 'product', 'item', 'title'],
  quantity: ['quantity', 'qty', 'itemquantity', 'lineitemquantity', 'quantity(refund)'],
  price: ['unitprice', 'itemprice', 'itemcost', 'lineitemprice', 'price'],
}

/** In the further rows of an order, Shopify fills in only `Name`, which is the order number that people see. */
const shopify: OrderFields = {
  ...generic,
  key: ['name'],
  id: ['id', 'name'],
  number: ['name'],
  email: ['email'],
  name: ['billingname', 'shippingname'],
  placedAt: ['createdat', 'paidat'],
  fulfilledAt: ['fulfilledat'],
  status: ['financialstatus'],
  country: ['shippingcountry', 'billingcountry'],
}

export type OrderFormat = { name: string; fields: OrderFields }

export function findFormat(header: ReadonlySet<string>): OrderFormat {
  if (header.has('name') && header.has('lineitemname')) return { name: 'shopify_orders', fields: shopify }
  const isWoo = header.has('email(billing)') || header.has('billingemail')
  return { name: isWoo ? 'woocommerce_orders' : 'generic_orders', fields: generic }
}

/** Statuses in Shopify and WooCommerce of orders that are imported as cancelled. */
export const endedStatuses = new Set(['cancelled', 'canceled', 'failed', 'voided', 'trash'])
export const refundedStatuses = new Set(['refunded'])
export const unpaidStatuses = new Set(['pending', 'pending payment', 'draft', 'checkout-draft', 'expired'])
