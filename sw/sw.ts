/// <reference lib="webworker" />

import { cacheConfig } from './config-cache.ts';
import { cacheMapCode } from './map-code.ts';
import { precacheApp } from './precache.ts';
import { cachePrivateResponses } from './private-responses.ts';
import { showPushMessages } from './push.ts';
import { sendRenewedSubscription } from './push-renewal.ts';
import { freeConnectionsForSubmits } from './request-timeout.ts';
import { drainOnSync, openOnNotificationClick } from './sync.ts';
import { cacheViewedTiles } from './tiles.ts';
import { activateOnRequest } from './update.ts';

declare const self: ServiceWorkerGlobalScope;

// Each call is in a file of this folder; the comment names the events that it handles. The build inserts
// the list of files.
precacheApp(self.__WB_MANIFEST); // install, activate, fetch of the app's own files and of its pages
cacheConfig(); // fetch of /config.json
cachePrivateResponses(); // fetch of what belongs to an account
freeConnectionsForSubmits(self); // fetch of what a page sends
cacheMapCode(); // fetch of the code and the data of maps
cacheViewedTiles(); // fetch of map tiles
drainOnSync(); // sync
showPushMessages(); // push
sendRenewedSubscription(); // pushsubscriptionchange
openOnNotificationClick(); // notificationclick
activateOnRequest(self); // message, activate
