// A network with one hidden layer learns the exclusive or: forward, backward and update, with gradients checked.
#include "../program.cuh"

constexpr int kHidden = 16;
constexpr int kExamples = 4;
constexpr int kInputs = 2;

struct Network {
  double hidden_weights[kHidden][kInputs];
  double hidden_biases[kHidden];
  double weights[kHidden];
  double bias;
};
constexpr int kParameters = sizeof(Network) / sizeof(double);

__constant__ double inputs[kExamples][kInputs] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
__constant__ double targets[kExamples] = {0, 1, 1, 0};

// A block per example, a thread per hidden unit.
__global__ void learn(const Network* network, Network* gradients, double* outputs) {
  __shared__ double products[kHidden];
  const int example = blockIdx.x, unit = threadIdx.x;
  double sum = network->hidden_biases[unit];
  for (int i = 0; i < kInputs; ++i) sum += network->hidden_weights[unit][i] * inputs[example][i];
  const double activation = tanh(sum);
  products[unit] = activation * network->weights[unit];
  __syncthreads();
  for (int stride = kHidden / 2; stride > 0; stride /= 2) {
    if (unit < stride) products[unit] += products[unit + stride];
    __syncthreads();
  }
  const double output = products[0] + network->bias;
  const double error = output - targets[example];
  if (unit == 0) {
    outputs[example] = output;
    atomicAdd(&gradients->bias, error);
  }
  atomicAdd(&gradients->weights[unit], error * activation);
  const double inner = error * network->weights[unit] * (1 - activation * activation);
  atomicAdd(&gradients->hidden_biases[unit], inner);
  for (int i = 0; i < kInputs; ++i) atomicAdd(&gradients->hidden_weights[unit][i], inner * inputs[example][i]);
}

__global__ void update(double* parameters, const double* gradients, double rate) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kParameters) parameters[i] -= rate * gradients[i];
}

double loss_of(const Network& network) {
  const double in[kExamples][kInputs] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  const double target[kExamples] = {0, 1, 1, 0};
  double loss = 0;
  for (int example = 0; example < kExamples; ++example) {
    double output = network.bias;
    for (int unit = 0; unit < kHidden; ++unit)
      output += network.weights[unit] *
                std::tanh(network.hidden_biases[unit] + network.hidden_weights[unit][0] * in[example][0] +
                          network.hidden_weights[unit][1] * in[example][1]);
    loss += 0.5 * (output - target[example]) * (output - target[example]);
  }
  return loss;
}

int main() {
  Numbers numbers(/*seed=*/71);
  std::vector<Network> initial(1);
  double* first = &initial[0].hidden_weights[0][0];
  for (int i = 0; i < kParameters; ++i) first[i] = numbers.between(-1, 1);

  DeviceArray<Network> network(initial), gradients(1);
  DeviceArray<double> outputs(kExamples);
  for (int step = 0; step < 300; ++step) {
    gradients.clear();
    learn<<<kExamples, kHidden>>>(network.get(), gradients.get(), outputs.get());
    if (step == 0) {
      const std::vector<Network> gradient = gradients.host();
      // Two hidden weights (parameters 0 to 31), a hidden bias (32 to 47), an output weight (48 to 63), and the
      // output's bias.
      for (int i : {0, 7, 33, 50, kParameters - 1}) {
        Network higher = initial[0], lower = initial[0];
        (&higher.hidden_weights[0][0])[i] += 1e-5;
        (&lower.hidden_weights[0][0])[i] -= 1e-5;
        expect(near((&gradient[0].hidden_weights[0][0])[i], (loss_of(higher) - loss_of(lower)) / 2e-5, 1e-6),
               "the gradient is the slope of the loss");
      }
    }
    update<<<2, 64>>>(&network.get()->hidden_weights[0][0], &gradients.get()->hidden_weights[0][0], 0.1);
  }
  CUDA_CHECK_KERNEL();
  const double loss = loss_of(network.host()[0]);
  expect(loss < 0.01, "the network has learnt");
  const std::vector<double> result = outputs.host();
  for (double output : result) std::printf("%d ", output > 0.5);
  std::printf("\n");
  expect(result[0] < 0.3 && result[1] > 0.7 && result[2] > 0.7 && result[3] < 0.3, "the outputs are the exclusive or");
  return verdict();
}
