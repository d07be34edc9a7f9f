/// <reference lib="webworker" />

import { cacheApp } from './app-files.ts';
import type { AppFile } from './file-check.ts';
import { cachePrivateResponses } from './private-responses.ts';
import { showPushMessages } from './push.ts';
import { sendRenewedSubscription } from './push-renewal.ts';
import { freeConnectionsForSubmits } from './request-timeout.ts';
import { drainOnSync, openOnNotificationClick } from './sync.ts';
import { cacheViewedTiles } from './tiles.ts';
import { activateOnRequest } from './update.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: AppFile[] };

// Each call is in a file of this folder; the comment names the events that it handles. The build inserts
// the list of files.
cacheApp(self.__WB_MANIFEST); // install, activate, message, fetch of the app's own files and of its pages
cachePrivateResponses(); // fetch of what belongs to an account
freeConnectionsForSubmits(self); // fetch of what a page sends
cacheViewedTiles(); // fetch of map tiles
drainOnSync(); // sync
showPushMessages(); // push
sendRenewedSubscription(); // pushsubscriptionchange
openOnNotificationClick(); // notificationclick
activateOnRequest(self); // message, activate
