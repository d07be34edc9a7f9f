import * as v from 'valibot';
import examples from '../../server/endpoints/openapi-examples.json';
import { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';

/** The delivery request that the OpenAPI document shows. */
export const EXAMPLE_DELIVERY = v.parse(DeliveryRequestInput, examples.bodies.createDeliveryRequest);
