// cuDNN becomes MIOpen.
// RUN: --rocm-path HIP-7.0
#include <cudnn.h>  // HIP: #include <miopen/miopen.h>

cudnnStatus_t forward(cudnnHandle_t* handle, cudaStream_t stream, float* x) {
// HIP: miopenStatus_t forward(miopenHandle_t* handle, hipStream_t stream, float* x) {
  cudnnStatus_t status = cudnnCreate(handle);          // HIP: miopenStatus_t status = miopenCreate(handle);
  if (status != CUDNN_STATUS_SUCCESS) return status;   // HIP: if (status != miopenStatusSuccess) return status;
  cudnnSetStream(*handle, stream);                     // HIP: miopenSetStream(*handle, stream);
  cudnnTensorDescriptor_t tensor;                      // HIP: miopenTensorDescriptor_t tensor;
  cudnnCreateTensorDescriptor(&tensor);                // HIP: miopenCreateTensorDescriptor(&tensor);
  cudnnDataType_t single = CUDNN_DATA_FLOAT, half = CUDNN_DATA_HALF;
  // HIP: miopenDataType_t single = miopenFloat, half = miopenHalf;
  cudnnConvolutionDescriptor_t convolution;            // HIP: miopenConvolutionDescriptor_t convolution;
  cudnnCreateConvolutionDescriptor(&convolution);      // HIP: miopenCreateConvolutionDescriptor(&convolution);
  cudnnActivationDescriptor_t activation;              // HIP: miopenActivationDescriptor_t activation;
  cudnnCreateActivationDescriptor(&activation);        // HIP: miopenCreateActivationDescriptor(&activation);
  cudnnActivationMode_t relu = CUDNN_ACTIVATION_RELU;  // HIP: miopenActivationMode_t relu = miopenActivationRELU;
  cudnnPoolingDescriptor_t pooling;                    // HIP: miopenPoolingDescriptor_t pooling;
  cudnnPoolingMode_t most = CUDNN_POOLING_MAX;         // HIP: miopenPoolingMode_t most = miopenPoolingMax;
  cudnnDestroyTensorDescriptor(tensor);                // HIP: miopenDestroyTensorDescriptor(tensor);
  (void)cudnnGetErrorString(status);                   // HIP: (void)miopenGetErrorString(status);
  return cudnnDestroy(*handle);                        // HIP: return miopenDestroy(*handle);
}
