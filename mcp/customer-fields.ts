/** The fields that creating and updating a customer share. */
import { z } from 'zod';
import { textField } from './fields';

export const customerDetails = {
  email: z
    .email('must be an e-mail address such as "office@halden.example"')
    .max(254)
    .optional()
    .describe('E-mail address where invoices go, such as "office@halden.example"'),
  phone: textField('Phone number, such as "+49 40 123456"', 40).optional(),
  taxId: textField('Tax or VAT id, such as "DE123456789"', 40).optional(),
  city: textField('City, such as "Hamburg"', 100).optional(),
  country: textField('Country, such as "DE"', 60).optional(),
};
