import * as v from 'valibot';

/**
 * The parts of the Kubernetes API that deploy/kubernetes uses, with the names, types and required fields of its
 * reference. Unlike the published schemas, they reject unknown fields, which the API server ignores or rejects.
 */
const text = v.pipe(v.string(), v.nonEmpty());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const name = v.pipe(v.string(), v.regex(/^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/));
const quantity = v.pipe(v.string(), v.regex(/^\d+(m|[KMG]i)?$/));
const labels = v.record(text, text);
const metadata = v.strictObject({ name, labels: v.optional(labels) });
const selector = v.strictObject({ matchLabels: labels });

const probe = v.strictObject({
  httpGet: v.strictObject({ path: v.pipe(text, v.startsWith('/')), port: v.union([text, count]) }),
  periodSeconds: v.optional(count),
  timeoutSeconds: v.optional(count),
  failureThreshold: v.optional(count),
});
const container = v.strictObject({
  name,
  image: text,
  command: v.optional(v.array(text)),
  envFrom: v.array(v.strictObject({ secretRef: v.strictObject({ name }) })),
  env: v.optional(
    v.array(v.strictObject({ name: v.pipe(v.string(), v.regex(/^[A-Z_]+$/)), value: v.string() })),
    [],
  ),
  ports: v.optional(v.array(v.strictObject({ name, containerPort: count })), []),
  startupProbe: v.optional(probe),
  livenessProbe: v.optional(probe),
  readinessProbe: v.optional(probe),
  resources: v.strictObject({
    requests: v.strictObject({ cpu: quantity, memory: quantity }),
    limits: v.strictObject({ memory: quantity }),
  }),
  // Only these values fulfil the "restricted" pod security standard.
  securityContext: v.strictObject({
    allowPrivilegeEscalation: v.literal(false),
    readOnlyRootFilesystem: v.literal(true),
    capabilities: v.strictObject({ drop: v.tuple([v.literal('ALL')]) }),
  }),
  volumeMounts: v.optional(v.array(v.strictObject({ name, mountPath: text })), []),
});
const template = v.strictObject({
  metadata: v.strictObject({ labels }),
  spec: v.strictObject({
    automountServiceAccountToken: v.literal(false),
    terminationGracePeriodSeconds: v.optional(count),
    restartPolicy: v.optional(v.picklist(['Always', 'OnFailure', 'Never'])),
    securityContext: v.strictObject({
      runAsNonRoot: v.literal(true),
      runAsUser: v.pipe(count, v.minValue(1)),
      runAsGroup: v.pipe(count, v.minValue(1)),
      seccompProfile: v.strictObject({ type: v.literal('RuntimeDefault') }),
    }),
    topologySpreadConstraints: v.optional(
      v.array(
        v.strictObject({
          maxSkew: count,
          topologyKey: text,
          whenUnsatisfiable: v.picklist(['DoNotSchedule', 'ScheduleAnyway']),
          labelSelector: selector,
        }),
      ),
    ),
    containers: v.tuple([container]),
    volumes: v.optional(
      v.array(v.strictObject({ name, emptyDir: v.strictObject({ sizeLimit: quantity }) })),
      [],
    ),
  }),
});

export const Deployment = v.strictObject({
  apiVersion: v.literal('apps/v1'),
  kind: v.literal('Deployment'),
  metadata,
  spec: v.strictObject({
    revisionHistoryLimit: count,
    selector,
    strategy: v.strictObject({ rollingUpdate: v.strictObject({ maxSurge: count, maxUnavailable: count }) }),
    template,
  }),
});
export const Job = v.strictObject({
  apiVersion: v.literal('batch/v1'),
  kind: v.literal('Job'),
  metadata,
  spec: v.strictObject({ backoffLimit: count, ttlSecondsAfterFinished: count, template }),
});
export const Service = v.strictObject({
  apiVersion: v.literal('v1'),
  kind: v.literal('Service'),
  metadata,
  spec: v.strictObject({
    selector: labels,
    ports: v.array(v.strictObject({ name, port: count, targetPort: v.union([text, count]) })),
  }),
});
export const PodDisruptionBudget = v.strictObject({
  apiVersion: v.literal('policy/v1'),
  kind: v.literal('PodDisruptionBudget'),
  metadata,
  spec: v.strictObject({ minAvailable: count, selector }),
});
export const HorizontalPodAutoscaler = v.strictObject({
  apiVersion: v.literal('autoscaling/v2'),
  kind: v.literal('HorizontalPodAutoscaler'),
  metadata,
  spec: v.strictObject({
    scaleTargetRef: v.strictObject({ apiVersion: text, kind: text, name }),
    minReplicas: count,
    maxReplicas: count,
    metrics: v.array(
      v.strictObject({
        type: v.literal('Resource'),
        resource: v.strictObject({
          name: v.picklist(['cpu', 'memory']),
          target: v.strictObject({ type: v.literal('Utilization'), averageUtilization: count }),
        }),
      }),
    ),
  }),
});
export const Ingress = v.strictObject({
  apiVersion: v.literal('networking.k8s.io/v1'),
  kind: v.literal('Ingress'),
  metadata,
  spec: v.strictObject({
    rules: v.array(
      v.strictObject({
        host: text,
        http: v.strictObject({
          paths: v.array(
            v.strictObject({
              path: text,
              pathType: v.picklist(['Prefix', 'Exact', 'ImplementationSpecific']),
              backend: v.strictObject({
                service: v.strictObject({ name, port: v.strictObject({ name }) }),
              }),
            }),
          ),
        }),
      }),
    ),
    tls: v.array(v.strictObject({ hosts: v.array(text), secretName: name })),
  }),
});
export const Kustomization = v.strictObject({
  apiVersion: v.literal('kustomize.config.k8s.io/v1beta1'),
  kind: v.literal('Kustomization'),
  namespace: v.optional(name),
  resources: v.array(text),
  labels: v.optional(v.array(v.strictObject({ pairs: labels }))),
  images: v.optional(v.array(v.strictObject({ name: text, newName: text, newTag: text }))),
  secretGenerator: v.optional(v.array(v.strictObject({ name, envs: v.array(text) })), []),
});

export const Manifest = v.variant('kind', [
  Deployment,
  Job,
  Service,
  PodDisruptionBudget,
  HorizontalPodAutoscaler,
  Ingress,
  Kustomization,
]);
